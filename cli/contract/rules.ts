import { documentChecks } from '../../checks/catalogue.ts';
import { allCheckIds } from '../../checks/run-checks.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { Note } from './source.ts';

/** What a JSON Schema cannot say of a contract. */
export function ruleProblems(contract: Contract): Note[] {
  return [
    ...waiverProblems(contract),
    ...observeOnlyProblems(contract),
    ...tokenProblems(contract),
    ...refusalProblems(contract),
  ];
}

/** What the run goes on with, `today` as YYYY-MM-DD in UTC. */
export function ruleWarnings({ waivers = [], backup, answers }: Contract, today: string): Note[] {
  const expired = waivers.flatMap(({ check, expires }, index) =>
    notesIf(
      expires < today,
      ['waivers', index, 'expires'],
      `the waiver of "${check}" has expired, which fails the run`,
    ),
  );
  const unused = backup?.call === false && answers?.backup !== undefined;
  return [
    ...expired,
    ...notesIf(unused, ['answers', 'backup'], 'has no effect, because backup.call is false'),
  ];
}

function notesIf(applies: boolean, path: Note['path'], message: string): Note[] {
  return applies ? [{ path, message }] : [];
}

function waiverProblems({ waivers = [], observeOnly = [] }: Contract): Note[] {
  return waivers.flatMap(({ check, expires }, index) => {
    const path = ['waivers', index, 'check'];
    const isSecond = waivers.findIndex((waiver) => waiver.check === check) < index;
    return [
      ...notesIf(!allCheckIds.includes(check), path, unknownCheck(check)),
      ...notesIf(isSecond, path, `"${check}" is waived twice; keep one waiver`),
      ...notesIf(
        observeOnly.includes(check),
        path,
        `"${check}" is only observed, so there is nothing to waive; keep one of the two`,
      ),
      ...notesIf(!isDate(expires), ['waivers', index, 'expires'], `${expires} is not a date in the calendar`),
    ];
  });
}

function observeOnlyProblems({ observeOnly = [] }: Contract): Note[] {
  return observeOnly.flatMap((check, index) => {
    const message = allCheckIds.includes(check)
      ? `"${check}" always decides; to accept its failure for a time, use a waiver. ${observable}`
      : unknownCheck(check);
    return notesIf(!observableIds.includes(check), ['observeOnly', index], message);
  });
}

const observableIds = documentChecks.filter(({ origin }) => origin === 'derived').map(({ id }) => id);
const observable = `These can be observed only: ${observableIds.join(', ')}`;

function unknownCheck(check: string): string {
  return `there is no check "${check}" here; \`checks\` lists them`;
}

function tokenProblems({ token = {}, backup }: Contract): Note[] {
  return (['required', 'notRequired'] as const).flatMap((name) =>
    (token[name] ?? []).flatMap((endpoint, index) => {
      const path = ['token', name, index];
      const isInBoth = name === 'notRequired' && (token.required?.includes(endpoint) ?? false);
      const isUncalled = endpoint === 'backup' && backup?.call === false;
      return [
        ...notesIf(isInBoth, path, `"${endpoint}" is under \`required\` too; keep one`),
        ...notesIf(
          isUncalled,
          path,
          '"backup" is never called (backup.call is false); remove one of the two',
        ),
      ];
    }),
  );
}

function refusalProblems({ refusal, answers }: Contract): Note[] {
  if (refusal?.schema !== undefined || answers?.encrypt?.schema !== undefined) return [];
  return (refusal?.statuses ?? []).flatMap((status, index) =>
    notesIf(
      status < 300 && (answers?.encrypt?.statuses?.includes(status) ?? true),
      ['refusal', 'statuses', index],
      `${status} is also a success status, so only the body can distinguish a refusal from a success; add refusal.schema or answers.encrypt.schema`,
    ),
  );
}

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
