import type { Report } from '../report.ts';
import { bucketNumber } from './histograms.ts';
import { runIds, spanOf } from './identity.ts';

/** Why these runs are not parts of one: a sentence each, naming the run. None where they are. */
export function refusals(reports: readonly Report[], names: readonly string[]): string[] {
  const parts = reports.map((report, index) => ({ report, name: names[index] ?? report.run.id }));
  if (parts.length < 2) return ['Merging takes the runs of at least two generators.'];
  return [
    ...parts.flatMap(incomplete),
    ...parts.flatMap((part, index) => repeated(part, parts.slice(0, index))),
    ...parts.slice(1).flatMap((part) => differences(part, parts[0] ?? part)),
    ...parts.flatMap((part, index) => parts.slice(0, index).flatMap((other) => apart(part, other))),
    ...parts.flatMap(foreignBuckets),
  ];
}

interface Part {
  readonly report: Report;
  readonly name: string;
}

const endings = {
  unreachable: 'did not reach the service',
  interrupted: 'was interrupted',
  broken: 'was broken off by an error of the harness',
} as const;

function incomplete({ report: { run }, name }: Part): string[] {
  return run.completeness === 'complete'
    ? []
    : [`${name} ${endings[run.completeness]}: it gives no verdict.`];
}

function repeated({ report, name }: Part, before: readonly Part[]): string[] {
  const ids = runIds(report);
  const twin = before.find((other) => runIds(other.report).some((id) => ids.includes(id)));
  return twin === undefined
    ? []
    : [`${name} holds the same run as ${twin.name}: its calls would count twice.`];
}

/** What must be the same in all of them. */
const facets: readonly (readonly [what: string, of: (report: Report) => string])[] = [
  ['schema version', ({ schemaVersion }) => String(schemaVersion)],
  ['harness', ({ tool }) => `${tool.name} ${tool.version}`],
  ['target', ({ run }) => run.target],
  ['service', ({ run }) => (run.embeddedService ? 'the embedded reference service' : 'the one given')],
  ['scenario', ({ run }) => run.scenario],
  ['profile', ({ run }) => run.profile],
  ['load model', ({ load }) => load?.model ?? 'no load'],
  ['contract file', ({ contract }) => contract.file?.split(/[\\/]/).at(-1) ?? 'none'],
  ['contract', ({ contract }) => list(contract.declarations)],
  [
    'settings',
    ({ contract }) => list(contract.settings.filter(({ name }) => name !== 'Generators').map(worded)),
  ],
  ['latency rule', ({ endpoints }) => list(endpoints.flatMap(({ latency }) => latency ?? []).map(rule))],
];

function differences({ report, name }: Part, first: Part): string[] {
  return facets.flatMap(([what, of]) => {
    const [here, there] = [of(report), of(first.report)];
    return here === there ? [] : [`${name} has another ${what} than ${first.name}: ${here}, not ${there}.`];
  });
}

function worded({ name, value, origin }: Report['contract']['settings'][number]): string {
  return `${name} ${value} (${origin})`;
}

function rule({ limitMs, reading }: { limitMs: number; reading: string }): string {
  return `${reading} under ${limitMs} ms`;
}

function list(texts: readonly string[]): string {
  return texts.length === 0 ? 'nothing' : [...new Set(texts)].join('; ');
}

const leastOverlap = 0.5;

/** Parts of one run stress the service at the same time: they share at least half of the longer one's. */
function apart(part: Part, other: Part): string[] {
  const [one, two] = [spanOf(part.report), spanOf(other.report)];
  const shared = Math.max(0, Math.min(one.end, two.end) - Math.max(one.start, two.start));
  const longest = Math.max(one.end - one.start, two.end - two.start);
  if (shared >= leastOverlap * longest) return [];
  return [
    `${part.name} and ${other.name} did not run at the same time: they share ${Math.round(shared / 1000)} s of ${Math.round(longest / 1000)} s.`,
  ];
}

function foreignBuckets({ report, name }: Part): string[] {
  return report.endpoints
    .filter(({ histogram }) => histogram.some(({ upToMs }) => bucketNumber(upToMs) === null))
    .map(({ endpoint }) => `${name} counts the times of ${endpoint} in other buckets: they cannot be added.`);
}
