import type { ComparisonPlan } from '../checks/comparison/plan.ts';
import { countText } from '../checks/wording.ts';
import { isLoopback, parseBaseUrl } from '../schemas/base-url.ts';
import { backupsBefore, backupsWithoutToken, dueCalls, slotShare } from '../schemas/load-plan.ts';
import { levelsOf } from '../schemas/load-shape.ts';
import { plannedRequests } from '../schemas/profiles.ts';
import { proxyFor } from '../schemas/proxy.ts';
import type { WantedRun } from './make-run.ts';
import type { LoadPlanned } from './planned-load.ts';
import type { ComparedTarget } from './target.ts';

/** What a run is about to send, a line each, to be said before the first request; none where all stays on this machine. */
export function announcementOf(
  wanted: Pick<WantedRun, 'target' | 'counterpart' | 'contract' | 'plan' | 'loadsMost' | 'triesMost'>,
  env: NodeJS.ProcessEnv,
): string[] {
  const { loadsMost, triesMost } = wanted;
  const { contract } = wanted.contract;
  const { conformance: before, load, comparison } = wanted.plan;
  const [target, counterpart] = [urlOf(wanted.target), urlOf(wanted.counterpart)];
  if (target === null || [target, counterpart].every((url) => url === null || isLoopback(url))) return [];
  const proxy = proxyFor(target, env);
  const backups =
    backupsBefore(before, contract) + backupsWithoutToken(before, contract) + (load?.backups ?? 0);
  return [
    `This run sends to ${target}:`,
    `  conformance  about ${countText(plannedRequests(before))} requests within ${seconds(before.budgetMs)} s`,
    ...(load === null
      ? []
      : [
          `  warm-up      ${countText(load.rate)} requests/s for at most ${seconds(load.settleAtMostMs + load.warmUpMs)} s`,
          `  load         ${rateWords(load)} for ${seconds(load.measureMs)} s, about ${countText(Math.round(dueCalls(load)))} requests`,
        ]),
    `  backups      ${backups === 0 ? 'none' : `${countText(backups)} are created`}`,
    ...(comparison === null || counterpart === null ? [] : [comparisonLine(counterpart, comparison)]),
    ...(proxy === null ? [] : [`  proxy        ${proxy}: its time is part of every response time`]),
    ...(loadsMost === 1
      ? []
      : [`  more load    the same up to ${loadsMost - 1} × again, only while calls are missing`]),
    ...(triesMost === 1 ? [] : [`  again        all of it up to ${triesMost - 1} × while inconclusive`]),
  ];
}

/** What a load that decides can decide, said before it. */
export function loadWords({
  scenario,
  options,
  plan,
}: Pick<WantedRun, 'scenario' | 'options' | 'plan'>): string[] {
  const { load, profile } = plan;
  if (load === null || scenario.compares !== true) return [];
  const calls = Math.round(dueCalls(load) * slotShare('user', load));
  const promise = options.duration === undefined ? ` It can decide ${profile.promise}` : '';
  return [
    `Load: ${load.rate} requests/s for ${load.measureMs / 1000} s, about ${calls} calls an endpoint.${promise}`,
  ];
}

/** Without userinfo. */
function urlOf(service: ComparedTarget | null): string | null {
  const parsed = parseBaseUrl(service?.baseUrl ?? '');
  return parsed.ok ? parsed.value.url : null;
}

function rateWords({ rate, shape }: NonNullable<LoadPlanned['load']>): string {
  const peak = Math.round(rate * Math.max(...levelsOf[shape]));
  return peak === rate ? `${countText(rate)} requests/s` : `up to ${countText(peak)} requests/s`;
}

function comparisonLine(counterpart: string, { rate, warmUpMs, mostMs }: ComparisonPlan): string {
  const words = `${countText(Math.round(rate))} requests/s for at most ${seconds(mostMs)} s`;
  return `  comparison   ${words}: ${seconds(warmUpMs)} s to ${counterpart} alone, then to both in turns`;
}

function seconds(ms: number): string {
  return countText(Math.round(ms / 1000));
}
