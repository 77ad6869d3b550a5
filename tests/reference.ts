import { Command, type Option } from 'commander';
import { groupedBy } from '../checks/add-up.ts';
import { allowedShare, passAlpha, percentileName } from '../checks/latency/expectation.ts';
import { resolveLoad } from '../checks/resolve-load.ts';
import { cleanSamples } from '../checks/statistics/samples.ts';
import { countText } from '../checks/wording.ts';
import { callerOf } from '../cli/caller.ts';
import { addCommands } from '../cli/commands/add-commands.ts';
import { type ExitStatus, exitStatus } from '../cli/exit-status.ts';
import { keptIo } from '../cli/io-fixture.ts';
import { renderPrometheus } from '../reports/formats/other-formats.ts';
import { passingReport } from '../reports/passing-fixture.ts';
import contractSchema from '../schemas/contract.schema.json' with { type: 'json' };
import factsSchema from '../schemas/facts.schema.json' with { type: 'json' };
import ledgerSchema from '../schemas/ledger.schema.json' with { type: 'json' };
import { plannedCalls } from '../schemas/load-plan.ts';
import { type Profile, plannedRequests, profiles } from '../schemas/profiles.ts';
import reportSchema from '../schemas/report.schema.json' with { type: 'json' };
import { scenarios } from '../schemas/scenarios.ts';

/** docs/reference.md: what can be given, and what comes out. */
export function referencePage(): string {
  return [
    '# Reference',
    '',
    'Generated from the code by `npx vitest run tests/docs -u`. The clauses and checks have [a page of their own](clauses.md), and',
    '[stability.md](stability.md) says what stays the same between versions.',
    '',
    ...commandSections(),
    ...section('Profiles', ['profile', ...profileRows.map(([name]) => name)], profiles.map(profileCells)),
    ...section('Environment variables', ['variable', 'meaning'], Object.entries(environment).map(codeFirst)),
    ...section('Exit statuses', ['status', 'meaning'], statusRows()),
    ...section('Files of a run folder', ['file', 'content'], Object.entries(runFiles).map(codeFirst)),
    ...section(
      'Schemas',
      ['file', 'describes'],
      schemas.map(([name, { title }]) => [code(`schemas/${name}.schema.json`), title]),
    ),
    "A program finds them in the package: `import schema from 'encryption-backup-harness/schemas/report.schema.json' with { type: 'json' }`.",
    '',
    ...section('Metrics', ['metric', 'labels', 'value'], metricRows()),
    'A push to a Pushgateway, a dashboard and an alert: [monitoring.md](monitoring.md).',
    '',
    ...section('Contract', ['declaration', 'value', 'meaning'], contractRows('', contractSchema)),
    'How to write one: [how-to/contract.md](how-to/contract.md).',
    '',
  ].join('\n');
}

const schemas = Object.entries({
  contract: contractSchema,
  facts: factsSchema,
  ledger: ledgerSchema,
  report: reportSchema,
});

/** What stands in code is shown as it is. */
const cell = (text: string) =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '&lt;')))
    .join('`')
    .replaceAll('|', '\\|');
const code = (text: string) => `\`${text}\``;
const codeFirst = ([first, second]: readonly [string, string]) => [code(first), second];

function section(title: string, columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [`## ${title}`, '', ...table(columns, rows), ''];
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = [columns, columns.map(() => '---'), ...rows.map((row) => row.map(cell))];
  return lines.map((line) => `| ${line.join(' | ')} |`);
}

function commandSections(): string[] {
  const program = new Command('encryption-backup-harness');
  addCommands(program, callerOf({}, keptIo()));
  const commands = program.commands.flatMap((one) => (one.commands.length > 0 ? one.commands : [one]));
  const judging = commands.filter((one) => scenarios.some(({ name }) => name === one.name()));
  const takers = ({ flags }: Option) =>
    judging.filter(({ options }) => options.some((one) => one.flags === flags));
  const namesOf = (all: readonly Command[]) => all.map((one) => code(nameOf(one))).join(', ');
  const byTakers = groupedBy(judging[0]?.options ?? [], (one) => namesOf(takers(one)));
  return [
    ...section(
      'Commands',
      ['command', 'what it does'],
      commands.map((one) => [code(usageOf(one)), one.description()]),
    ),
    ...[...byTakers].flatMap(([those, options]) => optionSection(`Options of ${those}`, options)),
    ...commands
      .filter((one) => !judging.includes(one) && one.options.length > 0)
      .flatMap((one) => optionSection(`Options of ${code(nameOf(one))}`, one.options)),
  ];
}

function optionSection(title: string, options: readonly Option[] = []): string[] {
  const rows = options.map(({ flags, description, argChoices = [], defaultValue }) => [
    code(flags),
    [
      description,
      ...(argChoices.length > 0 ? [`: ${argChoices.map(code).join(', ')}`] : []),
      ...(typeof defaultValue === 'string' ? [`; default: ${defaultValue}`] : []),
    ].join(''),
  ]);
  return [`### ${title}`, '', ...table(['option', 'meaning'], rows), ''];
}

/** `contract init`, for one of a group of commands. */
function nameOf(command: Command): string {
  const group = command.parent?.parent === null ? '' : `${command.parent?.name()} `;
  return `${group}${command.name()}`;
}

function usageOf(command: Command): string {
  const args = command.registeredArguments.map((one) => {
    const name = one.variadic ? `${one.name()}…` : one.name();
    return one.required ? `<${name}>` : `[${name}]`;
  });
  return [nameOf(command), ...args].join(' ');
}

const profileRows: readonly (readonly [string, (profile: Profile) => string])[] = [
  ['requests before the load, about', ({ conformance }) => countText(plannedRequests(conformance))],
  ['requests/s under load', ({ load }) => String(load.rate)],
  ['measured', ({ load }) => `${load.measureMs / 1000} s`],
  ['longest stall that shows', ({ load }) => `${load.maxStallMs} ms`],
  ['backups', ({ conformance, load }) => String(conformance.backup + load.backups)],
  ['one load of fast calls decides', decidedBy],
];

function decidedBy(profile: Profile): string {
  const chosen = { profile, rate: null, durationMs: null, hasControl: true };
  const load = resolveLoad('steady', chosen, profile.conformance, { version: 1 });
  const isDecided = (one: number) => plannedCalls('user', load) >= cleanSamples(allowedShare(one), passAlpha);
  return [95, 99, 99.9].filter(isDecided).map(percentileName).join(', ');
}

function profileCells(profile: Profile): string[] {
  return [code(profile.name), ...profileRows.map(([, of]) => of(profile))];
}

export const environment: Readonly<Record<string, string>> = {
  BASE_URL:
    'the service, without /api/v1; with // at its end if the service really is below such a path; --base-url wins',
  ACCESS_TOKEN:
    "its token, at least 8 characters; k6's secret sources are read first if they are configured. A blank variable counts as unset",
  COMPARE_URL: 'a service to compare with, like --compare',
  COMPARE_ACCESS_TOKEN: 'its token; default: ACCESS_TOKEN',
  REQUEST_HEADERS: 'headers for each request to the service, one on a line',
  CLIENT_CERT: 'client certificate (PEM), like --cert',
  CLIENT_KEY: 'its key (PEM), like --key',
  PROFILE: 'like --profile',
  RATE: 'like --rate',
  DURATION: 'like --duration',
  SEED: 'like --seed',
  OUT: 'folder for the report, read by plain k6 only. It must be there, or k6 loses the report and still ends with 0. Default: the current folder; for a script in `dist/`, `results` beside that',
  FACTS_TO_STDOUT: '1: plain k6 writes its facts to its log for `merge -`, and no files',
  CI: '`true` consents to what is sent to another machine, like --yes',
  K6_BIN:
    'the file of the k6 to use, 2.2.0 or a newer 2.x, such as one that was copied to a machine without internet',
  K6_RELEASE_URL: 'a mirror of the k6 releases',
  HARNESS_CACHE_DIR: 'where a downloaded k6 is kept',
  K6_OUT: 'like --k6-out; the variables of the outputs pass, too',
  K6_WEB_DASHBOARD: 'true: k6 shows a dashboard during the run, at K6_WEB_DASHBOARD_HOST and _PORT',
  K6_SECRET_SOURCE: 'where k6 finds the token, if not in ACCESS_TOKEN',
  HTTP_PROXY: 'the proxy for http:// addresses',
  HTTPS_PROXY: 'the proxy for https:// addresses',
  NO_PROXY: 'addresses that need no proxy',
  SSL_CERT_FILE: 'the certificate authorities of this system, as a file',
  SSL_CERT_DIR: 'folders of further certificate authorities, with a colon between them',
  NO_COLOR: 'no colours on a terminal',
  FORCE_COLOR: 'colours where there is no terminal, too; 0: none',
};

const statusMeanings: Readonly<Record<keyof typeof exitStatus, string>> = {
  pass: '**pass**: every judged statement held, on enough answers',
  fail: '**fail**: the service broke a stated, derived or declared clause',
  usage: 'wrong usage or configuration, for example no service named; nothing was sent',
  inconclusive: '**inconclusive**: evidence is missing; the report says which',
  noVerdict:
    'no verdict: service unreachable, k6 missing, run interrupted, report not written, report and k6 in contradiction, or the harness failed',
};

function statusRows(): string[][] {
  const rows = Object.entries(exitStatus) as [keyof typeof exitStatus, ExitStatus][];
  return rows.map(([name, status]) => [code(String(status)), statusMeanings[name]]);
}

export const runFiles: Readonly<Record<string, string>> = {
  'report.html': 'the report to read: one file, no network, no scripts',
  'report.json': 'the same for programs, as `schemas/report.schema.json` describes it',
  'facts.json':
    'what was seen, before it was judged (`schemas/facts.schema.json`); `report DIR` and `merge` read it',
  'junit.xml': 'the findings as JUnit test cases',
  'summary.md': 'for a CI job summary',
  'badge.svg': 'the verdict as a badge',
  'metrics.prom': 'the verdict as metrics, see below',
  'load-performance.json': 'rate, p90, p95 and checks for GitLab’s load-performance widget',
  'k6.log': 'what k6 logged',
};

function metricRows(): string[][] {
  const lines = renderPrometheus(passingReport()).split('\n');
  return lines.flatMap((line) => {
    const [, name, help] = /^# HELP (\S+) (.*)$/.exec(line) ?? [];
    if (name === undefined || help === undefined) return [];
    const sample = lines.find((one) => one.startsWith(`${name}{`)) ?? '';
    return [
      [code(name), [...sample.matchAll(/(\w+)="/g)].map(([, label]) => code(label ?? '')).join(', '), help],
    ];
  });
}

interface Declaration {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly $ref?: string;
  readonly items?: Declaration;
  readonly oneOf?: readonly Declaration[];
  readonly properties?: Readonly<Record<string, Declaration>>;
}

function contractRows(path: string, { properties = {} }: Declaration): string[][] {
  return Object.entries(properties).flatMap(([name, given]) => {
    const declared = { ...resolved(given), ...given };
    const own = path === '' ? name : `${path}.${name}`;
    const inner = declared.type === 'array' ? resolved(declared.items) : declared;
    const below = contractRows(declared.type === 'array' ? `${own}[]` : own, inner);
    return [[code(own), valueText(declared), declared.description ?? ''], ...below];
  });
}

function resolved(declared: Declaration = {}): Declaration {
  const definitions: Readonly<Record<string, Declaration>> = contractSchema.definitions;
  return declared.$ref === undefined ? declared : (definitions[declared.$ref.split('/').at(-1) ?? ''] ?? {});
}

function valueText(declared: Declaration): string {
  if (declared.const !== undefined) return code(String(declared.const));
  if (declared.enum !== undefined) return declared.enum.map((one) => code(String(one))).join(', ');
  if (declared.oneOf !== undefined) return declared.oneOf.map(valueText).join(' or ');
  if (declared.type === 'array') return `list of ${valueText(resolved(declared.items))}`;
  return [declared.type ?? 'any JSON'].flat().join(' or ');
}
