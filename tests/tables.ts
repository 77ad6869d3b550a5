import { type RowRun, rowsToRun, scenariosRun } from '../bench/catalogue/rows.ts';
import { documentChecks } from '../checks/catalogue.ts';
import { clause, clauseIds } from '../checks/document.ts';
import { variants } from '../service/variants/index.ts';
import type { Variant } from '../service/variants/variant.ts';

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** docs/clauses.md: every statement of the document with what is done with it. */
export function clausesTable(): string {
  const rows = clauseIds.map((id) => {
    const { section, sentence, standing, reading = '' } = clause(id);
    const checks = documentChecks.filter((check) => check.clause === id);
    const names = [...checks.map((check) => `\`${check.id}\` (${check.origin})`), ...(besides[id] ?? [])];
    return `| §${section} | \`${id}\` | ${cell(sentence)} | ${standing} | ${names.join(', ')} | ${cell(reading)} |`;
  });
  return [
    '# Clauses',
    '',
    'Generated from the registry: every statement of the document in its order. *judged*: a check decides; *harness*:',
    'an obligation of the harness, proved by its own tests; *declarable*: the document is silent and the contract may speak;',
    '*silent*, *context*: nothing that could be kept or broken from outside.',
    '',
    '| § | clause | statement | standing | checks | reading |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** Checks on a whole run. */
const besides: Readonly<Record<string, readonly string[]>> = {
  '4.user': ['`user-offered` (derived)', '`user-connections` (derived)'],
  '4.encrypt': ['`encrypt-offered` (derived)', '`encrypt-connections` (derived)'],
  '4.sync': ['`sync-offered` (derived)', '`sync-connections` (derived)'],
  '4.backup': ['`backup-offered` (derived)'],
  '7.errors': ['`error-budget` (declared)'],
  '8.response-time': [
    '`<endpoint>-latency` (derived; declared where the contract has a limit or a percentile)',
  ],
  '8.availability': ['`availability` (declared)'],
};

/** docs/mutation-table.md: which check catches which fault, and what may not decide. */
export function mutationTable(runs: readonly RowRun[]): string {
  const faults = variants.filter(({ kind }) => kind === 'fault');
  const checks = [...new Set(faults.map(({ caughtBy }) => caughtBy ?? ''))].toSorted();
  const byCheck = checks.map((check) => {
    const own = faults.filter(({ caughtBy }) => caughtBy === check);
    return `| \`${check}\` | ${own.length} | ${own.map(faultText).join(', ')} |`;
  });
  return [
    '# Mutation table',
    '',
    'Generated from the catalogue of the reference service. Each row is run, without a load in the engine of Node, and every night in k6: `tests/mutation-table.test.ts` in `smoke` or',
    '`conformance`, `tests/mutation-times.test.ts` those that come and go, `tests/latency-faults.test.ts` those on latency in `load`, `tests/quirks.test.ts` every quirk in `conformance` and `tests/quirks-in-gate.test.ts` in `gate`,',
    '`tests/harness-faults.test.ts` what leaves no evidence. Rows that share no part of the service are judged in one run; some of',
    'one check take turns there, so that every answer must fail. `tests/deletion.test.ts` takes each check away and sees its faults',
    'survive. The last table is from `node bench/run.mjs catalogue`, which runs a row in each scenario (quick profile, 80',
    'requests/s for 1 s; latency aside): *fail*, *open*, or *pass* where the few calls did not meet it.',
    'A fault that also breaks others of the same clause names them; `error-budget` fails where a contract declares one. One that only',
    'requests with a certain level of [the space](space.md) meet names that level: without it no request of a run meets the fault.',
    '',
    '| check | faults | caught |',
    '|---|---|---|',
    ...byCheck,
    '',
    ...list('quirk', 'Quirks: unusual and conformant, must pass'),
    ...list('contested', 'Contested forms: recorded, never decide'),
    ...noEvidence(runs),
  ].join('\n');
}

function noEvidence(runs: readonly RowRun[]): string[] {
  const rows = rowsToRun(variants);
  const cells = ({ name, summary }: Variant) => [
    cell(name),
    cell(summary),
    ...scenariosRun.map((scenario) => verdictOf(runs, name, scenario)),
  ];
  return [
    `## No evidence: must be neither pass nor fail of a clause (${rows.length})`,
    '',
    `| name | what it does | ${scenariosRun.join(' | ')} |`,
    '|---|---|---|---|---|',
    ...rows.map((row) => `| ${cells(row).join(' | ')} |`),
    '',
  ];
}

function verdictOf(runs: readonly RowRun[], name: string, scenario: string): string {
  const run = runs.find((one) => one.name === name && one.scenario === scenario);
  if (run === undefined) return '';
  return run.fail.length > 0 ? 'fail' : run.open.length > 0 ? 'open' : 'pass';
}

function faultText({ name, alsoCaughtBy = [], mayStayOpen, needs }: Variant): string {
  const notes = [
    ...(needs === undefined ? [] : [`needs *${cell(needs)}*`]),
    ...(alsoCaughtBy.length === 0 ? [] : [`also ${alsoCaughtBy.join(', ')}`]),
    ...(mayStayOpen === undefined ? [] : [`or left open: ${mayStayOpen}`]),
  ];
  return notes.length === 0 ? name : `${name} (${notes.join('; ')})`;
}

function list(kind: Variant['kind'], title: string): string[] {
  const own = variants.filter((variant) => variant.kind === kind);
  const rows = own.map(({ name, summary }) => `| ${cell(name)} | ${cell(summary)} |`);
  return [`## ${title} (${own.length})`, '', '| name | what it does |', '|---|---|', ...rows, ''];
}
