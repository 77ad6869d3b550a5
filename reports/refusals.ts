import { distinct } from '../checks/add-up.ts';
import { cut } from '../checks/json-body.ts';
import { sumOf } from '../checks/statistics/samples.ts';
import { runIds, spanOf } from './add-facts.ts';
import { endOf } from './build/completeness.ts';
import type { Facts } from './facts.ts';

interface Part {
  readonly facts: Facts;
  readonly name: string;
}

/** Sentences that say why the facts of these runs cannot be added up; none if they can. */
export function refusals(facts: readonly Facts[], names: readonly string[]): string[] {
  const parts = facts.map((one, index) => ({ facts: one, name: names[index] ?? one.run.id }));
  if (parts.length < 2) return ['A merge needs the runs of at least two load generators.'];
  return [
    ...parts.flatMap(incomplete),
    ...parts.flatMap((part, index) => repeated(part, parts.slice(0, index))),
    ...parts.slice(1).flatMap((part) => differences(part, parts[0] ?? part)),
    ...parts.flatMap((part, index) => parts.slice(0, index).flatMap((other) => apart(part, other))),
    ...notTheWhole(facts),
  ];
}

/** Where generators share one load, no part of it may be missing or there twice. */
function notTheWhole(facts: readonly Facts[]): string[] {
  const segments = facts.flatMap(({ plan: { segment } }) => segment ?? []);
  const share = sumOf(facts, ({ plan }) => plan.loadShare);
  const isMissing = facts.some(({ plan }) => plan.load !== null) && share < 0.999;
  const areSegments = segments.length === facts.length;
  const problem = (areSegments ? segmentProblem(segments) : null) ?? (isMissing ? 'A part is missing' : null);
  if (problem === null) return [];
  const named = areSegments ? ` (${segments.join(', ')})` : '';
  return [`${problem}: these ${facts.length} runs make ${Math.round(share * 100)} % of the load${named}.`];
}

const endings = {
  complete: null,
  unreachable: 'did not reach the service',
  interrupted: 'was interrupted',
  broken: 'was stopped by an error of the harness',
} as const;

function incomplete({ facts, name }: Part): string[] {
  const ending = endings[endOf(facts).completeness];
  return ending === null ? [] : [`${name} ${ending}, so it has no verdict.`];
}

function repeated({ facts, name }: Part, before: readonly Part[]): string[] {
  const ids = runIds(facts);
  const twin = before.find((other) => runIds(other.facts).some((id) => ids.includes(id)));
  return twin === undefined
    ? []
    : [`${name} and ${twin.name} are the same run, whose calls would count twice.`];
}

/** What must be the same in all runs. */
const facets: readonly (readonly [what: string, of: (facts: Facts) => unknown])[] = [
  ['harness', ({ tool }) => `${tool.name} ${tool.version}`],
  ['target', ({ run }) => run.target],
  ['service', ({ run }) => (run.embeddedService ? 'the embedded reference service' : 'the one given')],
  ['transport', ({ run }) => run.transport],
  ['scenario', ({ plan }) => plan.scenario],
  ['profile', ({ plan }) => plan.profile],
  ['contract', ({ plan }) => plan.contract],
  ['conformance plan', ({ plan }) => plan.conformance],
  ['load', ({ plan: { load } }) => load && { ...load, hasControl: null }],
  ['number of tries', ({ plan }) => plan.loads?.tries ?? 1],
  [
    'number of loads',
    ({ plan: { loads = { made: 1, most: 1 } } }) => `${loads.made} of at most ${loads.most}`,
  ],
  ['companion process', ({ plan }) => (plan.hasCompanion ? 'present' : 'absent, as in plain k6')],
  ['service to compare with', ({ plan }) => plan.comparison?.counterpart ?? 'none'],
];

function differences({ facts, name }: Part, first: Part): string[] {
  return facets.flatMap(([what, of]) => {
    const settings = differingSettings(of(facts), of(first.facts));
    return settings.length === 0
      ? []
      : [`${name} has a different ${what} from ${first.name}: ${settings.join('; ')}.`];
  });
}

const longestValue = 80;

/** A phrase for each setting in which two plain values differ: "latency.percentile is 95, not 99". */
function differingSettings(here: unknown, there: unknown, path = ''): string[] {
  if (JSON.stringify(here) === JSON.stringify(there)) return [];
  const [ours, theirs] = [fieldsOf(here), fieldsOf(there)];
  const names = distinct([...Object.keys(ours ?? {}), ...Object.keys(theirs ?? {})]);
  if (ours === null || theirs === null || names.length === 0)
    return [`${path === '' ? '' : `${path} is `}${valueText(here)}, not ${valueText(there)}`];
  return names.flatMap((name) =>
    differingSettings(ours[name], theirs[name], path === '' ? name : `${path}.${name}`),
  );
}

/** An object that is not set has no fields; null: the value is not an object. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  const fields = value ?? {};
  return typeof fields === 'object' && !Array.isArray(fields) ? { ...fields } : null;
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return 'unset';
  return cut(typeof value === 'string' ? value : JSON.stringify(value), longestValue);
}

const leastOverlap = 0.5;

/** The time of the load, or of the whole run where there is none. */
function loadSpanOf(facts: Facts): ReturnType<typeof spanOf> {
  const { plan, before } = facts;
  if (plan.load === null || before === null) return spanOf(facts);
  const start = before.endedAtMs + plan.load.warmUpMs;
  return { start, end: start + plan.load.measureMs };
}

/** Loads that make up one must overlap for at least half of the longer one's time. */
function apart(part: Part, other: Part): string[] {
  const [one, two] = [loadSpanOf(part.facts), loadSpanOf(other.facts)];
  const shared = Math.max(0, Math.min(one.end, two.end) - Math.max(one.start, two.start));
  const longest = Math.max(one.end - one.start, two.end - two.start);
  if (shared >= leastOverlap * longest) return [];
  return [
    `${part.name} and ${other.name} did not run at the same time: they overlap for ${Math.round(shared / 1000)} s of ${Math.round(longest / 1000)} s.`,
  ];
}

/** Where an execution segment of k6 begins and ends, as shares of the load; the whole load if the text is no segment. */
export function segmentBounds(segment: string | null | undefined): readonly [from: number, to: number] {
  if (segment === null || segment === undefined || segment === '') return [0, 1];
  const [start, end] = segment.includes(':') ? segment.split(':') : ['0', segment];
  const [from, to] = [fraction(start), fraction(end)];
  return from >= 0 && from < to && to <= 1 ? [from, to] : [0, 1];
}

function fraction(text = ''): number {
  if (text.endsWith('%')) return Number(text.slice(0, -1)) / 100;
  const [above, below = '1'] = text.split('/');
  return Number(above) / Number(below);
}

const tiny = 1e-6;

/** Why the segments do not make up the load, each part once; null: they do. */
function segmentProblem(segments: readonly string[]): string | null {
  const bounds = segments.map(segmentBounds).toSorted(([a], [b]) => a - b);
  let [covered, gap] = [0, false];
  for (const [from, to] of bounds) {
    if (from < covered - tiny) return 'Some of these segments overlap, so calls would count twice';
    if (from > covered + tiny) gap = true;
    covered = to;
  }
  return gap || covered < 1 - tiny ? 'A segment is missing' : null;
}
