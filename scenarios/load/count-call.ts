import { callResult, type Exchange, outcomeName } from '../../checks/exchange.ts';
import { farOverMs } from '../../checks/latency/early-stop.ts';
import { outcomeTag } from '../options.ts';
import { bucketOf } from './buckets.ts';
import type { LoadContext } from './load-context.ts';
import type { CallMetrics } from './metrics.ts';

/**
 * Counts a valid call. A run that is stopped early can end between any two lines: what is a part of another is counted
 * after it, so that no more calls are slow than were answered.
 */
export function countCall(
  metrics: CallMetrics,
  { limitMs, overs }: Pick<LoadContext, 'limitMs' | 'overs'>,
  exchange: Exchange,
  slice: string,
): void {
  const { endpoint, response } = exchange;
  const { durationMs, waitingMs } = response;
  const result = callResult(exchange);
  if (slice.startsWith('w')) {
    if (result === 'succeeded') metrics.latency.add(durationMs, { endpoint, slice });
    return;
  }
  metrics.calls.add(1, { endpoint, result });
  if (result !== 'succeeded')
    metrics.outcomes.add(1, { endpoint, outcome: outcomeTag(outcomeName(exchange)) });
  if (result !== 'succeeded' && result !== 'failed') return;
  const tags = { endpoint, slice };
  if (result === 'failed') metrics.failedCalls.add(1, tags);
  else metrics.latency.add(durationMs, { ...tags, phase: 'measure' });
  if (result === 'failed' || durationMs >= limitMs + farOverMs) metrics.farOver.add(1, { endpoint });
  if (result === 'failed') return;
  if (durationMs >= limitMs) metrics.slow.add(1, tags);
  if (durationMs < 0 || waitingMs < 0) metrics.negativeTimings.add(1);
  metrics.latencyBucket.add(1, { endpoint, bucket: String(bucketOf(durationMs)) });
  metrics.bodyBytes.add(response.body.length, { endpoint });
  const over = overs.findLast((step) => durationMs >= limitMs + step);
  if (over !== undefined) metrics.overLimit.add(1, { endpoint, over: String(over) });
}
