import { documentChecks } from '../../checks/catalogue.ts';
import { allCheckIds } from '../../checks/run-checks.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { Note } from './notes.ts';

/** What a JSON Schema cannot say of a contract. */
export function ruleProblems(contract: Contract): Note[] {
  return [
    ...waiverProblems(contract),
    ...observeOnlyProblems(contract),
    ...tokenProblems(contract),
    ...refusalProblems(contract),
  ];
}

function notesIf(applies: boolean, path: Note['path'], message: string): Note[] {
  return applies ? [{ path, message }] : [];
}

function waiverProblems({ waivers = [] }: Contract): Note[] {
  return waivers.flatMap(({ check }, index) =>
    notesIf(!allCheckIds.includes(check), ['waivers', index, 'check'], unknownCheck(check)),
  );
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
  return `there is no check "${check}"; \`checks\` lists them`;
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
  if ([refusal, answers?.encrypt].some((body) => (body?.schema ?? body?.schemaFile) !== undefined)) return [];
  return (refusal?.statuses ?? []).flatMap((status, index) =>
    notesIf(
      status < 300 && (answers?.encrypt?.statuses?.includes(status) ?? true),
      ['refusal', 'statuses', index],
      `${status} is also a success status, so only the body can distinguish a refusal from a success; add refusal.schema or answers.encrypt.schema`,
    ),
  );
}
