import { comparedEndpoints } from '../../checks/comparison/measurement.ts';
import { limitMsOf } from '../../checks/latency/reading.ts';
import { hasSettled, type WarmUpStretch } from '../../checks/latency/settling.ts';
import type { WarmUp } from '../../reports/facts.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import { ask } from '../ask.ts';
import { countOtherwise, countSubjects, timeoutMs } from '../load/ask-under-load.ts';
import { judgeOnce } from '../load/judge-once.ts';
import { questionFor, questionParts } from '../load/question.ts';
import { paced } from '../paced.ts';
import { inTurn } from '../random.ts';
import type { RunContext } from '../run-context.ts';
import { firstOf } from '../series.ts';
import type { LoadData } from '../setup-data.ts';
import { paceFor } from './pace.ts';

type Stretches = Readonly<Record<(typeof comparedEndpoints)[number], WarmUpStretch>>;

/**
 * Asks at the rate of the load, stretch after stretch, until the service no longer grows faster; null: nothing succeeds of
 * what can be asked over and over.
 */
export async function warmUp(
  context: RunContext,
  load: ResolvedLoad,
  data: LoadData,
): Promise<WarmUp | null> {
  if (askedIn(data).length === 0) return null;
  const startMs = Date.now();
  let before = await stretch(context, load, data, 0);
  let settled = false;
  for (let number = 1; !settled && Date.now() - startMs < load.settleAtMostMs; number += 1) {
    const [earlier, later] = [before, await stretch(context, load, data, number)];
    settled = comparedEndpoints.every((endpoint) => hasSettled(earlier[endpoint], later[endpoint]));
    before = later;
  }
  return { durationMs: Date.now() - startMs, settled };
}

function askedIn({ succeeding }: LoadData) {
  return comparedEndpoints.filter((endpoint) => succeeding.includes(endpoint));
}

async function stretch(
  context: RunContext,
  load: ResolvedLoad,
  data: LoadData,
  number: number,
): Promise<Stretches> {
  const { settings, contract } = context;
  const { baseUrl, headers, token } = settings;
  const asking = { baseUrl, headers, timeoutMs, tags: { phase: 'warm-up' } };
  const asked = askedIn(data);
  const seen = { user: newStretch(), encrypt: newStretch(), sync: newStretch() };
  const pace = paceFor(load, limitMsOf(contract), load.settleMs);
  const first = number * pace.calls;
  const parts = questionParts(token, data, contract);
  await paced(pace, async (index) => {
    const endpoint = inTurn(asked, index);
    const question = questionFor(endpoint, firstOf.settling + first + index, parts);
    seen[endpoint].calls += 1;
    const exchange = await ask(question, data.requests + first + index + 1, asking);
    const judged = judgeOnce(context.checks, exchange, data, contract);
    countSubjects(judged);
    countOtherwise(context, exchange, judged);
    const { durationMs } = exchange.response;
    const answered = judged.end.result === 'succeeded';
    if (answered) seen[endpoint].durationsMs.push(durationMs);
    if (!answered || durationMs >= limitMsOf(contract)) seen[endpoint].slow += 1;
  });
  return seen;
}

function newStretch(): { durationsMs: number[]; calls: number; slow: number } {
  return { durationsMs: [], calls: 0, slow: 0 };
}
