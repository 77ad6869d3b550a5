import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { unmetByPlan } from '../../checks/latency/conditions.ts';
import type { PlannedRun } from '../../checks/resolve-load.ts';
import { counted, countText, duration } from '../../checks/wording.ts';
import { isLoopback } from '../../schemas/base-url.ts';
import { callsAskingToken, dueCalls, peakRate, type ResolvedLoad } from '../../schemas/load-plan.ts';
import { plannedRequests } from '../../schemas/profiles.ts';
import { proxyFor } from '../../schemas/proxy.ts';
import type { Caller } from '../caller.ts';
import type { Phase } from '../companion/companion-process.ts';
import { UsageError } from '../exit-status.ts';
import type { Interruption } from './interruption.ts';
import { longestMs, type WantedRun } from './wanted-run.ts';

/** What a run is about to send, shown before the first request; empty if everything stays on this machine. */
export function announcementOf(
  wanted: Pick<WantedRun, 'target' | 'counterpart' | 'contract' | 'plan' | 'withinMs' | 'loadsMost'>,
  env: NodeJS.ProcessEnv,
): string[] {
  const { target, counterpart, withinMs, loadsMost } = wanted;
  const { contract } = wanted.contract;
  const { conformance: before, load, comparison } = wanted.plan;
  if (target === null) return [];
  const services = [target.url, ...(counterpart === null ? [] : [counterpart.url])];
  if (services.every(isLoopback)) return [];
  const proxies = new Set(services.flatMap((url) => proxyFor(url, env) ?? []));
  const asking = callsAskingToken(before.backup, contract);
  const requests = plannedRequests(before) + asking.user + asking.sync + asking.backup;
  const backups = before.backup + asking.backup + (load?.backups ?? 0);
  const lines = [
    `This run sends to ${target.url}:`,
    `  conformance  about ${countText(requests)} requests within ${seconds(before.budgetMs)} s${before.stepMs === 0 ? ', as fast as the service answers' : ''}`,
    load &&
      `  warm-up      ${countText(load.rate)} requests/s for at most ${seconds(load.settleAtMostMs + load.warmUpMs)} s`,
    load &&
      `  load         ${rateWords(load)} for ${seconds(load.measureMs)} s, about ${countText(dueCalls(load))} requests`,
    `  backups      ${backups === 0 ? 'none' : counted(backups, 'is created', 'are created')}`,
    comparison &&
      counterpart &&
      `  comparison   ${countText(comparison.rate)} requests/s for at most ${seconds(comparison.mostMs)} s: ${seconds(comparison.warmUpMs)} s to ${counterpart.url} alone, then to both in turns`,
    ...[...proxies].map((proxy) => `  proxy        ${proxy}: its time is part of every response time`),
    loadsMost > 1 ? `  more load    up to ${loadsMost - 1} more times, only while evidence is missing` : null,
    `  time         at most ${duration(1000 * Math.ceil(Math.max(withinMs, longestMs(wanted.plan)) / 1000))}`,
  ];
  return lines.filter((line) => line !== null);
}

/** Shown before a deciding load whose calls cannot lead to a pass. */
export function loadWords(wanted: Pick<WantedRun, 'scenario' | 'contract' | 'plan' | 'loadsMost'>) {
  const {
    scenario,
    contract: { contract },
    plan: { load },
    loadsMost,
  } = wanted;
  const unmet = scenario.compares === true && load ? unmetByPlan(load, contract, loadsMost) : null;
  return unmet && `This run may fail but cannot pass: ${unmet.reason} ${unmet.remedy}`;
}

function rateWords({ rate, shape }: ResolvedLoad): string {
  const peak = Math.round(peakRate({ rate, shape }));
  return peak === rate ? `${countText(rate)} requests/s` : `up to ${countText(peak)} requests/s`;
}

function seconds(ms: number): string {
  return countText(ms / 1000);
}

/** Asks for consent unless it was given. Throws UsageError if the answer is no, or if nobody can answer for a load. */
export async function wantConsent(
  { options, plan }: Pick<WantedRun, 'options' | 'plan'>,
  { env, io }: Caller,
  interruption: Interruption,
) {
  const { stdin, stderr } = io;
  if (options.yes === true || /^(true|1)$/i.test(env['CI'] ?? '')) return;
  const isAsked = stdin.isTTY && stderr.isTTY;
  if (!isAsked && plan.load === null) return;
  if (!isAsked)
    throw new UsageError(
      'A load on a service that is not on this machine needs your consent: add --yes, or set CI=true. Nothing was sent.',
    );
  const lines = createInterface({ input: stdin, terminal: false, signal: interruption.signal });
  stderr.write('Continue? [y/N] ');
  // There is no answer after an interrupt or at the end of the input.
  const [answer = ''] = await Promise.race([once(lines, 'line'), once(lines, 'close')]);
  lines.close();
  stdin.pause();
  interruption.check();
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Stopped: nothing was sent.');
}

/** The progress of a run in one line. `elapsedMs` counts from the start of its phase. */
export function progressWords(phase: Phase, elapsedMs: number, plan: PlannedRun): string {
  const { conformance, load, comparison } = plan;
  const left = (wholeMs: number) => duration(Math.max(1, Math.ceil((wholeMs - elapsedMs) / 1000)) * 1000);
  if (phase === 'before-load') return 'Warm-up: until the service no longer gets faster';
  if (phase === 'after-load')
    return comparison === null ? 'Judging' : `Comparison: at most ${left(comparison.mostMs)} left`;
  if (phase === 'conformance' || load === null)
    return `Conformance: at most ${left(conformance.budgetMs)} left`;
  const all = Math.round(dueCalls(load));
  const due = Math.min(all, Math.round((all * elapsedMs) / load.measureMs));
  return `Load: ${left(load.measureMs)} left, ${countText(due)} of ${countText(all)} requests due`;
}

/** Shows progress on standard error: one updating line on a terminal, a line every ten seconds in a log. */
export function showProgress(plan: PlannedRun, { io: { stderr }, say }: Caller) {
  const { isTTY, columns } = stderr;
  let [phase, sinceMs]: [Phase, number] = ['conformance', Date.now()];
  const show = () => {
    const words = progressWords(phase, Date.now() - sinceMs, plan);
    if (isTTY) stderr.write(`\r\u001b[K${words.slice(0, (columns || 80) - 1)}`);
    else say(words);
  };
  const timer = setInterval(show, isTTY ? 1000 : 10_000);
  return {
    enter(next: Phase): void {
      if (next !== phase) sinceMs = Date.now();
      phase = next;
    },
    stop(): void {
      clearInterval(timer);
      if (isTTY) stderr.write('\r\u001b[K');
    },
  };
}
