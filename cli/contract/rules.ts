import { documentChecks } from '../../checks/catalogue.ts';
import { allCheckIds } from '../../checks/run-checks.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { Note } from './source.ts';

/** A contract of which the schema may have refused some fields: these are missing, and so are items of lists, as holes. */
export type Intact<T> = T extends readonly (infer Item)[]
  ? readonly Intact<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]?: Intact<T[Name]> }
    : T;

/** What a JSON Schema cannot say of a contract. */
export function ruleProblems(contract: Intact<Contract>): Note[] {
  return [
    ...waiverProblems(contract),
    ...observeOnlyProblems(contract),
    ...tokenProblems(contract),
    ...refusalProblems(contract),
  ];
}

/** What does not stop the run, `today` as YYYY-MM-DD in UTC. */
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

function waiverProblems({ waivers = [], observeOnly = [] }: Intact<Contract>): Note[] {
  return waivers.flatMap(({ check, expires }, index) => {
    const earlier = waivers.slice(0, index).map((waiver) => waiver.check);
    const isDateWrong = expires !== undefined && !isDate(expires);
    return [
      ...(check === undefined
        ? []
        : waivedCheckProblems(['waivers', index, 'check'], check, earlier, observeOnly)),
      ...notesIf(isDateWrong, ['waivers', index, 'expires'], `${expires} is not a valid date`),
    ];
  });
}

function waivedCheckProblems(
  path: Note['path'],
  check: string,
  earlier: readonly (string | undefined)[],
  observeOnly: readonly string[],
): Note[] {
  if (!allCheckIds.includes(check)) return [{ path, message: unknownCheck(check) }];
  if (earlier.includes(check)) return [{ path, message: `"${check}" is waived twice; keep one waiver` }];
  const message = `"${check}" is only observed, so there is nothing to waive; keep one of the two`;
  return notesIf(observeOnly.includes(check), path, message);
}

function observeOnlyProblems({ observeOnly = [] }: Intact<Contract>): Note[] {
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
  return `there is no check "${check}"; \`checks\` lists them`;
}

function tokenProblems({ token = {}, backup }: Intact<Contract>): Note[] {
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

function refusalProblems({ refusal, answers }: Intact<Contract>): Note[] {
  if ([refusal, answers?.encrypt].some((body) => (body?.schema ?? body?.schemaFile) !== undefined)) return [];
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
