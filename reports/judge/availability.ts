import { add, mergeMaps } from '../../checks/add-up.ts';
import {
  availabilityFigure,
  type CallsAndTime,
  leastEffect,
  synchronisation,
  trialsOf,
} from '../../checks/availability/figure.ts';
import { finding } from '../../checks/findings.ts';
import { availabilityCheck } from '../../checks/run-checks.ts';
import { designEffect, rounded, type Slice, sumOf } from '../../checks/statistics/samples.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import type { AvailabilityFigure, EndpointResult, Finding } from '../report.ts';

/**
 * The 99.99 percent of §8 under each possible meaning, from the measured time of all endpoints together. There is a finding only if
 * the contract declares the meaning. `failureBursts`: how many failures count as one.
 */
export function availabilityOf(contract: Contract, load: ResolvedLoad, endpoints: readonly Counted[]) {
  // Under a changing load, a service may shed calls.
  const declared = load.shape === 'steady' ? contract.availability : undefined;
  const seen = callsAndTime(endpoints, load.measureMs);
  const figures = {
    requests: availabilityFigure('requests', trialsOf.requests(seen), leastEffect(load), declared),
    seconds: availabilityFigure('seconds', trialsOf.seconds(seen), 1, declared),
    synchronisation,
  };
  return {
    result: { figures: Object.values(figures) },
    findings: declared === undefined ? [] : [findingOf(figures[declared.meaning])],
    failureBursts: seen.calls.designEffect,
  };
}

function findingOf({ meaning, verdict, explanation }: AvailabilityFigure): Finding {
  return finding(availabilityCheck, {
    verdict: verdict === 'not-judged' ? 'not-applicable' : verdict,
    title: `The availability figure holds, defined as ${meaning}`,
    reading: 'The operator, not the document, declares what the figure measures.',
    explanation,
  });
}

/** Valid calls in one stretch of the measured time; hits: those that failed. */
interface Stretch extends Slice {
  readonly seconds: number;
}

type Counted = Pick<EndpointResult, 'timeline' | 'answered' | 'failed' | 'dropped' | 'lost'>;

/** Share of calls that the load generator may drop for reasons of its own. */
const mostLeftOut = 0.01;
/** With fewer slices, how failures cluster is unknown, and all count as one burst. */
const fewestSlices = 20;

/** What one run's load says about availability, by calls and by measured time, for all endpoints together. */
export function callsAndTime(endpoints: readonly Counted[], measuredMs: number): CallsAndTime {
  const failures = sumOf(endpoints, ({ failed }) => failed);
  const n = failures + sumOf(endpoints, ({ answered }) => answered);
  const stretches = stretchesOf(endpoints, { n, hits: failures, seconds: measuredMs / 1000 });
  const dropped = sumOf(endpoints, (one) => one.dropped);
  // A service that hangs may prevent calls, because too many others are in flight.
  const neverMade = failures > 0 || dropped > mostLeftOut * (n + dropped) ? dropped : 0;
  const unknown = neverMade + sumOf(endpoints, ({ lost }) => lost);
  const isOneBurst = stretches.length < fewestSlices || failures === n;
  return {
    calls: {
      n,
      failures,
      designEffect: isOneBurst ? Math.max(1, failures) : rounded(designEffect(stretches)),
      ...(unknown === 0 ? {} : { neverMade: unknown }),
    },
    time: timeOf(stretches, unknown),
  };
}

/** The measured slices, summed over all endpoints; the whole as a single stretch if the time of calls is unknown. */
function stretchesOf(endpoints: readonly Counted[], whole: Stretch): Stretch[] {
  const timelines = endpoints.map(({ timeline }) => timeline);
  const [longest = []] = timelines.toSorted((a, b) => b.length - a.length);
  const stretches = longest.map(({ durationMs }, index) => {
    const here = timelines.flatMap((timeline) => timeline[index] ?? []);
    const n = sumOf(here, ({ requests }) => requests);
    return { n, hits: sumOf(here, ({ failed }) => failed), seconds: durationMs / 1000 };
  });
  return stretches.length === 0 ? [whole] : stretches;
}

/** Time without calls is left out. Each call with an unknown outcome may mean a bad second. */
function timeOf(stretches: readonly Stretch[], unknown: number): CallsAndTime['time'] {
  const filled = aboutSeconds(stretches).filter(({ n }) => n > 0);
  const bad = filled.filter(({ hits }) => hits > 0);
  const seconds = sumOf(filled, (one) => one.seconds);
  const episodes = episodeLengths(filled);
  return {
    seconds: rounded(seconds),
    leastBadSeconds: rounded(sumOf(bad, leastBad)),
    mostBadSeconds: rounded(Math.min(seconds, sumOf(bad, mostBad) + unknown)),
    meanEpisodeSeconds: rounded(sumOf(episodes, (length) => length ** 2) / (sumOf(episodes, Number) || 1)),
  };
}

/** Joins stretches to about a second, the shortest time that counts as bad. */
function aboutSeconds(stretches: readonly Stretch[]): Stretch[] {
  const together = Math.max(1, Math.round(1 / (stretches[0]?.seconds ?? 1)));
  return Array.from({ length: Math.ceil(stretches.length / together) }, (_, index) =>
    stretches
      .slice(index * together, (index + 1) * together)
      .reduce((one, other) => mergeMaps(one, other, add)),
  );
}

/** If every call failed, every second was bad; otherwise at least one. */
function leastBad(stretch: Stretch): number {
  return stretch.hits === stretch.n ? mostBad(stretch) : Math.min(1, stretch.seconds);
}

/** Each failed call makes at most one second bad. */
function mostBad({ hits, seconds }: Stretch): number {
  return Math.min(seconds, Math.max(1, hits));
}

/** Bad seconds of each episode of consecutive bad stretches, and zeros in between. */
function episodeLengths(stretches: readonly Stretch[]): number[] {
  return stretches.reduce<number[]>(
    ([length = 0, ...before], stretch) =>
      stretch.hits > 0 ? [length + mostBad(stretch), ...before] : [0, length, ...before],
    [],
  );
}
