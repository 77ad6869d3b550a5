import { distinct } from '../../checks/add-up.ts';
import { cut } from '../../checks/json-body.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { secondsText } from '../../checks/wording.ts';
import { segmentOf } from '../../schemas/load-plan.ts';
import type { Facts } from '../facts.ts';
import { endOf } from '../judge/completeness.ts';
import { idsIn } from './merged-facts.ts';

/** Sentences that say why the facts of these runs cannot be added up; none if they can. */
export function mergeProblems(facts: readonly Facts[], names: readonly string[]): string[] {
  const parts = facts.map((one, index) => ({
    facts: one,
    name: names[index] ?? one.run.id,
    ids: idsIn(one.run.id),
  }));
  const [first] = parts;
  if (first === undefined || parts.length < 2)
    return [`A merge needs the runs of at least two load generators. ${waitForAll}`];
  return [
    ...parts.flatMap(({ facts: one, name }) => {
      const { completeness } = endOf(one);
      return completeness === 'complete' ? [] : `${name} ${endings[completeness]}, so it has no verdict.`;
    }),
    ...parts.flatMap(({ name, ids }, index) =>
      parts
        .slice(0, index)
        .filter((other) => other.ids.some((id) => ids.includes(id)))
        .map((other) => `${name} and ${other.name} are the same run, whose calls would count twice.`),
    ),
    ...parts.flatMap(({ facts: one, name }) => {
      const settings = differingSettings(settingsOf(one), settingsOf(first.facts));
      return settings.length > 0 ? `${name} was not made like ${first.name}: ${settings.join('; ')}.` : [];
    }),
    ...apart(facts),
    ...notTheWhole(facts),
  ];
}

const endings = {
  unreachable: 'did not reach the service',
  interrupted: 'was interrupted',
  broken: 'was stopped by an error of the harness',
};

const tiny = 1e-6;
const waitForAll = 'Add the others. If one is not over yet, wait for its end.';

/** Where generators share one load, no part of it may be missing or there twice. */
function notTheWhole(facts: readonly Facts[]): string[] {
  const segments = facts.flatMap(({ plan: { segment } }) => segment ?? []);
  const share = sumOf(facts, ({ plan }) => plan.loadShare);
  const bounds = segments.map(segmentOf).toSorted((a, b) => a.from - b.from);
  const overlap = bounds.some(({ from }, index) => from < (bounds[index - 1]?.to ?? 0) - tiny);
  const areTwice = overlap || (segments.length > 0 && share > 1 + tiny);
  const isMissing = facts.some(({ plan }) => plan.load !== null) && share < 1 - tiny;
  if (!areTwice && !isMissing) return [];
  const problem = areTwice ? 'Segments overlap, so calls would count twice' : 'A part is missing';
  const named = segments.length === 0 ? '' : ` (${segments.join(', ')})`;
  const words = `${problem}: these ${facts.length} runs make ${Math.round(share * 100)} % of the load${named}.`;
  return [areTwice ? words : `${words} ${waitForAll}`];
}

/** What must be the same in all runs: all but the part that each one makes, and what follows from its token or its machine. */
function settingsOf({ tool, run, plan }: Facts) {
  return {
    'the version of the harness': tool.version,
    'the service': run.target,
    embedded: run.embeddedService,
    transport: run.transport,
    ...plan,
    ...{ segment: null, startedAtMs: null, loadShare: null, contractFile: null, isRateGiven: null },
    ...{ tokenCharacters: null, isTokenReadInEitherCase: null },
    load: { ...plan.load, hasControl: null },
  };
}

/** A phrase for each setting in which two plain values differ: "contract.latency.percentile is 95, there 99". */
function differingSettings(here: unknown, there: unknown, path: readonly string[] = []): string[] {
  if (JSON.stringify(here) === JSON.stringify(there)) return [];
  const [ours, theirs] = [fieldsOf(here), fieldsOf(there)];
  const names = distinct([...Object.keys(ours), ...Object.keys(theirs)]);
  return names.length === 0
    ? [`${path.join('.')} is ${valueText(here)}, there ${valueText(there)}`]
    : names.flatMap((name) => differingSettings(ours[name], theirs[name], [...path, name]));
}

/** None for a list, which is compared as a whole. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return 'not set';
  return cut(typeof value === 'string' ? value : JSON.stringify(value), 80);
}

/** Loads that make up one must overlap for at least half of their time; so must runs without a load. */
function apart(facts: readonly Facts[]): string[] {
  const loads = facts.map(({ run, plan, before }) =>
    plan.load === null || before === null
      ? { start: Date.parse(run.startedAt), ms: run.durationMs }
      : { start: before.endedAtMs, ms: plan.load.measureMs },
  );
  const starts = loads.map(({ start }) => start);
  const skewMs = Math.max(...starts) - Math.min(...starts);
  const longestMs = Math.max(...loads.map(({ ms }) => ms));
  if (skewMs <= longestMs / 2) return [];
  return [
    `These runs were not made at the same time: the last began ${secondsText(skewMs)} after the first, but took ${secondsText(longestMs)}.`,
  ];
}
