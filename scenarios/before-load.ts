import { succeeded } from '../checks/exchange.ts';
import { limitMsOf } from '../checks/latency/expectation.ts';
import { hasSettled } from '../checks/latency/steadiness.ts';
import { repeatableEndpoints } from '../schemas/endpoints.ts';
import { mostInFlight, type ResolvedLoad, withoutBackups } from '../schemas/load-plan.ts';
import { preflightPlan } from '../schemas/profiles.ts';
import { ask } from './ask.ts';
import { tell } from './companion.ts';
import type { RunContext } from './context.ts';
import { timeoutMs } from './load/draw-requests.ts';
import { makePaced, steadyPace } from './paced.ts';
import { dataOffset, inTurn } from './random.ts';
import { drawingFor } from './request-drawing.ts';
import type { LoadData } from './setup-data.ts';

/** Calls the service at the rate of the load until it stops getting faster. null: there is nothing to load, or no repeatable endpoint succeeds. `load`: this generator's share. */
export async function beforeLoad(context: RunContext, load: ResolvedLoad | null, data: LoadData) {
  const { settings, contract } = context;
  const asked = repeatableEndpoints.filter((endpoint) => data.succeeding.includes(endpoint));
  if (load === null || asked.length === 0) return null;
  tell(settings.companion, 'phase/before-load');
  const limitMs = limitMsOf(contract);
  const calls = Math.round((load.rate * load.settleMs) / 1000);
  const pace = steadyPace(calls, 1000 / load.rate, mostInFlight(load, limitMs));
  const options = { to: settings, timeoutMs, tags: { phase: 'warm-up' } };
  const requestFor = drawingFor(settings, contract, data);
  const stretch = async (number: number) => {
    const seen = { user: newStretch(), encrypt: newStretch(), sync: newStretch() };
    await makePaced(pace, async ({ index: inStretch }) => {
      const endpoint = inTurn(asked, inStretch);
      const index = number * calls + inStretch;
      seen[endpoint].n += 1;
      const request = requestFor(endpoint, dataOffset.settling + index);
      const exchange = await ask(request, data.requests + index + 1, options);
      const { durationMs } = exchange.response;
      const answered = succeeded(exchange);
      if (answered) seen[endpoint].durationsMs.push(durationMs);
      if (!answered || durationMs >= limitMs) seen[endpoint].hits += 1;
    });
    return seen;
  };
  const startMs = Date.now();
  let before = await stretch(0);
  let settled = false;
  for (let number = 1; !settled && Date.now() - startMs < load.settleAtMostMs; number += 1) {
    const later = await stretch(number);
    settled = repeatableEndpoints.every((endpoint) => hasSettled(before[endpoint], later[endpoint]));
    before = later;
  }
  return { durationMs: Date.now() - startMs, settled };
}

const newStretch = () => ({ durationsMs: [] as number[], n: 0, hits: 0 });

/** The most time that everything before the load may take, warm-up included. */
export function beforeLoadMs({ conformance, load }: RunContext): number {
  return conformance.budgetMs + (load === null ? 0 : load.settleAtMostMs + 2 * load.settleMs);
}

/** For every segment but the first: just enough calls to learn how the service answers, and no backups. */
export function withMinimalPreflight(context: RunContext): RunContext {
  const { stepMs, budgetMs } = context.conformance;
  return {
    ...context,
    conformance: { ...preflightPlan, stepMs, budgetMs, backup: 0 },
    contract: withoutBackups(context.contract),
  };
}
