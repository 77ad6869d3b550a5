import { partOfLoad, withoutBackups } from '../../schemas/load-plan.ts';
import { preflightPlan } from '../../schemas/profiles.ts';
import { sleep } from '../paced.ts';
import type { RunContext } from '../run-context.ts';

/**
 * Generators that know nothing of each other and were started at the same time begin their loads at the same time: each
 * takes all the time that what comes before may take.
 */
export function startingTogether({ plan, load }: RunContext) {
  const startMs = Date.now();
  const until = (ms: number) => sleep(Math.max(0, startMs + ms - Date.now()));
  const settlingMs = load === null ? 0 : load.settleAtMostMs + 2 * load.settleMs;
  return {
    conformance: () => until(plan.budgetMs),
    load: () => until(plan.budgetMs + settlingMs),
  };
}

/** What a later segment asks first: enough to know the service, and no backup. */
export function askingLittle(context: RunContext): RunContext {
  const { stepMs, budgetMs } = context.plan;
  return {
    ...context,
    plan: { ...preflightPlan, stepMs, budgetMs, backup: 0 },
    contract: withoutBackups(context.contract),
  };
}

/** With the rate of its own part. */
export function withShare(context: RunContext, share: number): RunContext {
  const { load } = context;
  return load === null ? context : { ...context, load: partOfLoad(load, share) };
}
