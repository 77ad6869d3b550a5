import { distinct } from '../../checks/add-up.ts';
import { type ObservationId, observationKinds } from '../../checks/observations.ts';
import { outcomeTags } from '../../checks/tally.ts';
import { type Endpoint, endpointNames, endpointTitle } from '../../schemas/endpoints.ts';
import type { BeforeLoad, SeenFacts } from '../facts.ts';
import { countOf, figureOf, percentileOf } from '../read-metrics.ts';
import type { ErrorGroup, Generator, Observation } from '../report.ts';

export function observationsFrom(before: BeforeLoad): Observation[] {
  return (Object.keys(observationKinds) as ObservationId[]).flatMap((id) =>
    endpointNames.flatMap((endpoint) => {
      const values = before.observations[id]?.[endpoint];
      if (values === undefined) return [];
      const { clause, title } = observationKinds[id];
      const counted = Object.entries(values.counts).map(([value, count]) => ({ value, count }));
      return [
        {
          id,
          clause,
          title,
          endpoint: endpointTitle(endpoint),
          values: counted.toSorted((a, b) => b.count - a.count),
          more: values.more,
        },
      ];
    }),
  );
}

/** Valid calls that did not succeed, before and under load, by cause. Examples come from before the load. */
export function errorsFrom({ before, metrics }: SeenFacts): ErrorGroup[] {
  const names = (endpoint: Endpoint) =>
    distinct([...Object.keys(before.errors[endpoint] ?? {}), ...outcomeTags]);
  return endpointNames
    .flatMap((endpoint) =>
      names(endpoint).map((cause) => {
        const seen = before.errors[endpoint]?.[cause];
        const count = (seen?.count ?? 0) + countOf(metrics, 'outcomes', { endpoint, outcome: cause });
        return {
          endpoint: endpointTitle(endpoint),
          cause,
          count,
          example: (seen?.example ?? '').slice(0, 300),
          curl: seen?.curl ?? '',
        };
      }),
    )
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}

/** The load generator as described by the companion and k6's own metrics. */
export function generatorOf({ metrics, machine, run, before }: SeenFacts): Generator {
  const samples = countOf(metrics, 'control_error');
  const error = (percentile: number) => percentileOf(metrics, 'control_error', percentile) ?? 0;
  return {
    k6Version: run.k6Version,
    ...machine,
    latenessP99Ms: percentileOf(metrics, 'lateness', 99),
    sendingP99Ms: percentileOf(metrics, 'http_req_sending', 99),
    controlError:
      samples === 0
        ? null
        : {
            samples,
            p50Ms: error(50),
            p95Ms: error(95),
            p99Ms: error(99),
            maxMs: figureOf(metrics, 'control_error', 'max') ?? 0,
          },
    calibration: before.calibration,
    roundTripFloorMs: before.roundTrip?.floorMs ?? null,
  };
}
