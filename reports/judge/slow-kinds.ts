import type { Finding } from '../../checks/findings.ts';
import type { LatencyMeasurement } from '../../checks/latency/measurement.ts';
import {
  type CallKind,
  kindOfSlowCalls,
  type SlowAmong,
  slowKindText,
} from '../../checks/latency/slow-kind.ts';
import { callsByConnection, lastingUsers } from '../../checks/latency/slow-share.ts';
import { callSizes } from '../../checks/load-metrics.ts';
import { countText } from '../../checks/wording.ts';
import type { LoadedFacts } from '../facts.ts';
import { countOf } from '../read-metrics.ts';
import { betweenSentences } from '../reasons.ts';

/** Adds what most slow calls have in common. The verdict is unchanged. */
export function withSlowKind(found: Finding, facts: LoadedFacts, measurement: LatencyMeasurement): Finding {
  if (found.verdict !== 'fail' && found.verdict !== 'inconclusive') return found;
  const all = { n: found.samples, slow: found.failures };
  const kind = kindOfSlowCalls([...bySize(facts, measurement, all), ...byConnection(measurement)]);
  if (kind === null) return found;
  // After the number of slow calls and before the conclusion.
  const [seen, ...conclusion] = found.explanation.split(betweenSentences);
  return { ...found, explanation: [seen, slowKindText(kind), ...conclusion].join(' ') };
}

/** Longest first: if no calls lie between two sizes, the larger is named. */
function bySize({ metrics }: LoadedFacts, { endpoint }: LatencyMeasurement, all: SlowAmong): CallKind[] {
  const own = { n: 0, slow: 0 };
  return callSizes.toReversed().map((size) => {
    own.n += countOf(metrics, 'sizes', { endpoint, size });
    own.slow += countOf(metrics, 'slow_cases', { endpoint, size });
    const words = `have a body of ${countText(2 ** Number(size))} characters or more`;
    const others = { n: Math.max(0, all.n - own.n), slow: Math.max(0, all.slow - own.slow) };
    return { words, own: { ...own }, others };
  });
}

/** Lasting connections are few, and all calls of one may be alike. */
function byConnection(measurement: LatencyMeasurement): CallKind[] {
  const { fresh, lasting } = callsByConnection(measurement);
  const used = { ...lasting, draws: Math.min(lasting.n, lastingUsers) };
  return [
    { words: 'were the first on their connection', own: fresh, others: used },
    { words: 'were not the first on their connection', own: used, others: fresh },
  ];
}
