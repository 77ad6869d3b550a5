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

const readingEndpoints = ['user', 'encrypt', 'sync'] as const;
type ReadingEndpoint = (typeof readingEndpoints)[number];
type Stretches = Readonly<Record<ReadingEndpoint, WarmUpStretch>>;

/** Asks at the rate of the load, stretch after stretch, until the service no longer grows faster. */
export async function warmUp(context: RunContext, load: ResolvedLoad, data: LoadData): Promise<WarmUp> {
  const startMs = Date.now();
  let before = await stretch(context, load, data, 0);
  for (let number = 1; Date.now() - startMs < load.settleAtMostMs; number += 1) {
    const after = await stretch(context, load, data, number);
    const earlier = before;
    if (readingEndpoints.every((endpoint) => hasSettled(earlier[endpoint], after[endpoint])))
      return { durationMs: Date.now() - startMs, settled: true };
    before = after;
  }
  return { durationMs: Date.now() - startMs, settled: false };
}

async function stretch(
  context: RunContext,
  load: ResolvedLoad,
  data: LoadData,
  number: number,
): Promise<Stretches> {
  const { settings, contract } = context;
  const asked = readingEndpoints.filter((endpoint) => data.succeeding.includes(endpoint));
  const seen = { user: newStretch(), encrypt: newStretch(), sync: newStretch() };
  const pace = paceFor(load, load.settleMs);
  const first = number * pace.calls;
  const parts = questionParts(settings.token, data, contract);
  await paced(pace, async (index) => {
    const endpoint = inTurn(asked, index);
    const question = questionFor(endpoint, firstOf.settling + first + index, parts);
    const tags = { phase: 'warm-up' };
    const { baseUrl, headers } = settings;
    const asking = { baseUrl, headers, timeoutMs, tags };
    seen[endpoint].calls += 1;
    const sequence = data.requests + first + index + 1;
    const exchange = await ask(question, sequence, asking);
    const judged = judgeOnce(context.checks, exchange, data);
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
