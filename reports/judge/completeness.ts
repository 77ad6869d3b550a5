import { type Said, said } from '../../checks/causes.ts';
import { counted, countText, perSecond } from '../../checks/wording.ts';
import { endpointNames, endpointTitle } from '../../schemas/endpoints.ts';
import { dueCalls, type ResolvedLoad } from '../../schemas/load-plan.ts';
import {
  type BeforeLoad,
  type Facts,
  isOneRun,
  type LoadedFacts,
  loadMade,
  nothingToLoad,
} from '../facts.ts';
import { countIn, countOf } from '../read-metrics.ts';
import type { EndpointResult, Run } from '../report.ts';
import { callsUnderLoad } from './answer-findings.ts';
import { contradictions } from './contradictions.ts';
import { timelineOf } from './endpoint-figures.ts';
import { whyUnread } from './why-unread.ts';

/**
 * Whether the run ended by itself. `causes`: why there is no verdict, or too little load for one, in words that name the setting.
 * `load`: as far as it was measured; null: no call of it was made.
 */
export function endOf(facts: Facts): Pick<Run, 'completeness'> & {
  readonly causes: Said[];
  readonly load: ResolvedLoad | null;
} {
  const { before, problems, withdrawn } = facts;
  const { isInterrupted, load, causes } = loadEnd(facts);
  if (withdrawn !== undefined) {
    const { completeness, reason } = withdrawn;
    return { load, completeness, causes: [said('withdrawn', { reason })] };
  }
  const broken = brokenCauses(facts);
  if (before === null) return { load, completeness: 'interrupted', causes: [...broken, ...causes] };
  const unread = problems.length === 0 ? unreadCauses(before, facts.run) : [];
  if (broken.length > 0) return { load, completeness: 'broken', causes: [...broken, ...unread] };
  if (!before.reachable) return { load, completeness: 'unreachable', causes: unread };
  return { load, completeness: isInterrupted ? 'interrupted' : 'complete', causes };
}

/** Share of the planned calls that must have come due for a run to count as complete. */
const wholeShare = 0.95;

/**
 * `load`: without the time after an interruption, which was not measured; null: no call of it was made. `causes`: how much of the
 * load was made, if that was too little.
 */
function loadEnd(facts: Facts) {
  const { before, metrics } = facts;
  const load = loadMade(facts);
  if (load === null) return { isInterrupted: countOf(metrics, 'iterations') === 0, load, causes: [] };
  const made = countOf(metrics, 'made_calls');
  const cameDue = made + countOf(metrics, 'dropped_calls');
  const due = dueCalls(load);
  const isWhole = made > 0 && cameDue >= due * wholeShare;
  if (isWhole || (before !== null && nothingToLoad(before)))
    return { isInterrupted: false, load, causes: [] };
  const isInterrupted = !tookItsTime(facts, load);
  const calls = `${countText(made === 0 ? 0 : cameDue)} of ${countText(due)} planned calls`;
  const causes = [said(isInterrupted ? 'interrupted' : 'behind-plan', { calls })];
  const isCut = isInterrupted && load.shape === 'steady';
  const measured = isCut ? { ...load, measureMs: (load.measureMs * cameDue) / due } : load;
  return { isInterrupted, load: made === 0 ? null : measured, causes };
}

/** Whether k6 ran to the end of the load, so that it could not make the missing calls. Unknown for combined facts, so false. */
function tookItsTime(facts: Facts, load: ResolvedLoad): boolean {
  const { run, plan, before } = facts;
  if (before === null || !isOneRun(facts)) return false;
  // A complete run may end up to 0.7 s before its last call is due by k6's clock. And some calls may be missing.
  const slackMs = 1000 + (1 - wholeShare) * load.measureMs;
  return plan.startedAtMs + run.durationMs >= before.endedAtMs + load.warmUpMs + load.measureMs - slackMs;
}

/** Failures of the harness itself. */
function brokenCauses(facts: Facts): Said[] {
  const exceptions = countOf(facts.metrics, 'exceptions');
  return [
    ...contradictions(facts).map((contradiction) => said('contradiction', { contradiction })),
    ...facts.problems.map((problem) => said('problem', { problem })),
    ...(exceptions === 0 ? [] : [said('exception', { users: counted(exceptions, 'virtual user') })]),
  ];
}

/** Why no answer could be read, if none was. */
function unreadCauses({ reachable, errors }: BeforeLoad, { target, transport }: Facts['run']): Said[] {
  const way = { url: target, proxy: transport?.proxy ?? null };
  const ended = reachable ? [] : Object.entries(errors.user ?? {}).slice(0, 1);
  return ended.map(([outcome, { example }]) => whyUnread(outcome, example, way));
}

/** Overload excuses a service only beyond the rate of an ordinary load. */
export function earlyBreaks(endpoints: readonly EndpointResult[], { rate }: ResolvedLoad): Said[] {
  return endpoints.flatMap(({ endpoint, capacity }) => {
    const brokenAt = capacity?.brokenAt ?? Number.POSITIVE_INFINITY;
    return brokenAt > rate ? [] : said('broken-early', { endpoint, rate: perSecond(brokenAt) });
  });
}

const lastSlices = 3;

/**
 * A service may shed calls under a load that exceeds any promise. If it cannot be reached at the end, it has shown neither that it
 * kept its rules nor up to which rate. If the load ends at an ordinary rate, the same holds when no call is answered.
 */
export function goneCauses({ metrics, run, load }: LoadedFacts): Said[] {
  if (run.vanished !== undefined)
    return [said('service-down', { calls: counted(run.vanished.calls, 'due call') })];
  if (load.shape === 'steady') return [];
  const calls = callsUnderLoad(metrics);
  return endpointNames.flatMap((name) => {
    const unreachable = calls[name].outcomes['unreachable'] ?? 0;
    // Backups are few, so the last one may fall into the peak.
    if (unreachable === 0 && (load.shape === 'climb' || name === 'backup')) return [];
    const last = timelineOf(metrics, name, load)
      .map(({ requests, failed }, slice) => {
        // In a climb, calls beyond the last sustained rate may be shed.
        const shed = load.shape === 'climb' ? 0 : countIn(metrics, [slice])('shed', { endpoint: name });
        return { answered: requests - failed, made: requests + shed };
      })
      .filter(({ made }) => made > 0)
      .slice(-lastSlices);
    if (last.length === 0 || last.some(({ answered }) => answered > 0)) return [];
    const figures = { endpoint: endpointTitle(name), calls: counted(unreachable, 'call') };
    return said(unreachable > 0 ? 'gone-at-end' : 'silent-at-end', figures);
  });
}
