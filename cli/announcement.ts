import { createInterface } from 'node:readline';
import { type ComparisonPlan, comparisonPlan } from '../checks/comparison/measurement.ts';
import { limitMsOf } from '../checks/latency/reading.ts';
import { resolveLoad } from '../checks/resolve-load.ts';
import { countText } from '../checks/wording.ts';
import { isLoopback, parseBaseUrl, proxyFor } from '../schemas/base-url.ts';
import type { Contract } from '../schemas/contract.ts';
import {
  backupsBefore,
  backupsWithoutToken,
  dueCalls,
  levelsOf,
  type ResolvedLoad,
  slotShare,
} from '../schemas/load-plan.ts';
import {
  type PacedPlan,
  type Profile,
  pacedPlan,
  plannedRequests,
  preflightPlan,
  profiles,
} from '../schemas/profiles.ts';
import { parseDurationMs, parseRate } from '../schemas/run-settings.ts';
import type { Scenario } from '../schemas/scenarios.ts';
import { UsageError } from './exit-status.ts';
import type { WantedRun } from './make-run.ts';
import type { Interruption } from './run-k6.ts';
import type { ScenarioOptions } from './run-scenario.ts';
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

/** Asks whether to go on where nobody has said so yet. Throws UsageError where the answer is no, or nobody is there. */
export async function wantConsent(
  { yes = false }: { readonly yes?: boolean },
  env: NodeJS.ProcessEnv,
  interruption: Interruption,
): Promise<void> {
  if (yes || /^(true|1)$/i.test(env['CI'] ?? '')) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new UsageError(
      'A load on a service that is not on this machine needs your consent: add --yes, or set CI=true. Nothing was sent.',
    );
  }
  const answer = await answerTo('Continue? [y/N] ', interruption);
  interruption.check();
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Stopped: nothing was sent.');
}

/** An interrupt or the end of the input is no answer. */
async function answerTo(question: string, interruption: Interruption): Promise<string> {
  const lines = createInterface({ input: process.stdin, terminal: false });
  try {
    return await new Promise((resolve) => {
      interruption.forward = () => resolve('');
      lines.once('line', resolve).once('close', () => resolve(''));
      process.stderr.write(question);
    });
  } finally {
    lines.close();
    process.stdin.pause();
  }
}

/** Above this k6 itself reads a 20 ms answer too long. */
const ratePerCore = 250;

/** What k6 is going to do, worked out as it does that itself. */
export interface LoadPlanned {
  readonly profile: Profile;
  readonly conformance: PacedPlan;
  /** Requests per second that these cores can time; null where that is more than the plan or somebody chose the rate. */
  readonly cappedRate: number | null;
  /** null where there is none. */
  readonly load: ResolvedLoad | null;
  /** null: the service is compared with no other one. */
  readonly comparison: ComparisonPlan | null;
  readonly limitMs: number;
}

export function loadPlanned(
  scenario: Scenario,
  wanted: Pick<ScenarioOptions, 'profile' | 'rate' | 'duration'>,
  contract: Contract,
  { cores, baseUrl, isCompared }: { cores: number; baseUrl: string; isCompared: boolean },
): LoadPlanned {
  const profile = profileNamed(wanted.profile ?? 'standard');
  const chosen = wanted.rate === undefined ? null : parseRate(wanted.rate);
  const fair = ratePerCore * cores;
  const cappedRate = chosen === null && contract.rate === undefined && profile.load.rate > fair ? fair : null;
  const before = scenario.conformance === 'full' ? profile.conformance : preflightPlan;
  const conformance = pacedPlan(before, chosen ?? cappedRate ?? contract.rate ?? null);
  const durationMs = parseDurationMs(wanted.duration ?? '') ?? scenario.durationMs ?? null;
  const settled = { profile, rate: chosen ?? cappedRate, durationMs, baseUrl, hasControl: true };
  const load = scenario.load === null ? null : resolveLoad(scenario.load, settled, conformance, contract);
  const comparison = load === null || !isCompared ? null : comparisonPlan(profile, load);
  return { profile, conformance, cappedRate, load, comparison, limitMs: limitMsOf(contract) };
}

function profileNamed(name: string): Profile {
  const found = profiles.find((profile) => profile.name === name);
  if (found === undefined)
    throw new UsageError(
      `--profile or PROFILE: must be ${profiles.map((profile) => profile.name).join(', ')}.`,
    );
  return found;
}
