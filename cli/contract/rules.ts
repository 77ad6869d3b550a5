import type { Contract, OtherEndpoint } from '../../schemas/contract.ts';
import { didYouMean } from './nearest.ts';
import type { Source } from './source.ts';

export interface KnownChecks {
  /** Ids of every check of this harness. */
  readonly all: readonly string[];
  /** Of these: the derived ones. */
  readonly derived: readonly string[];
}

/** What a JSON Schema cannot say of a contract. */
export function ruleProblems(contract: Contract, source: Source, known: KnownChecks): string[] {
  return [
    ...waiverProblems(contract, source, known),
    ...observeOnlyProblems(contract, source, known),
    ...tokenProblems(contract, source),
    ...refusalProblems(contract, source),
  ];
}

function waiverProblems(
  { waivers = [], observeOnly = [] }: Contract,
  { problem }: Source,
  known: KnownChecks,
): string[] {
  return waivers.flatMap(({ check, expires }, index) => {
    const problems: string[] = [];
    const path = ['waivers', index, 'check'];
    if (!known.all.includes(check)) problems.push(problem(path, unknownCheck(check, known.all)));
    if (waivers.findIndex((waiver) => waiver.check === check) < index) {
      problems.push(problem(path, `"${check}" is waived twice; keep one waiver`));
    }
    if (observeOnly.includes(check)) {
      problems.push(
        problem(path, `"${check}" is observed only, so there is nothing to waive; keep one of the two`),
      );
    }
    if (!isDate(expires)) problems.push(problem(['waivers', index, 'expires'], `there is no day ${expires}`));
    return problems;
  });
}

function observeOnlyProblems(
  { observeOnly = [] }: Contract,
  { problem }: Source,
  known: KnownChecks,
): string[] {
  return observeOnly.flatMap((check, index) => {
    const path = ['observeOnly', index];
    if (known.derived.includes(check)) return [];
    if (!known.all.includes(check)) return [problem(path, unknownCheck(check, known.derived))];
    return [
      problem(
        path,
        `"${check}" is no derived check, so it always decides; let it fail for a time with a waiver`,
      ),
    ];
  });
}

function unknownCheck(check: string, known: readonly string[]): string {
  return `there is no check "${check}" here${didYouMean(check, known) || '; `checks` lists them'}`;
}

function tokenProblems({ token, backup }: Contract, { problem }: Source): string[] {
  const { required = [], notRequired = [] } = token ?? {};
  const both = notRequired.flatMap((endpoint, index) =>
    required.includes(endpoint)
      ? [problem(['token', 'notRequired', index], `"${endpoint}" is under \`required\` too; keep one`)]
      : [],
  );
  if (backup?.call !== false) return both;
  const uncalled = (list: readonly OtherEndpoint[], name: string): string[] =>
    list.flatMap((endpoint, index) =>
      endpoint === 'backup'
        ? [
            problem(
              ['token', name, index],
              '"backup" is never called (backup.call is false); remove one of the two',
            ),
          ]
        : [],
    );
  return [...both, ...uncalled(required, 'required'), ...uncalled(notRequired, 'notRequired')];
}

function refusalProblems({ refusal, answers }: Contract, { problem }: Source): string[] {
  const told = refusal?.schema !== undefined || answers?.encrypt?.schema !== undefined;
  if (told) return [];
  return (refusal?.statuses ?? []).flatMap((status, index) =>
    status < 300 && (answers?.encrypt?.statuses?.includes(status) ?? true)
      ? [
          problem(
            ['refusal', 'statuses', index],
            `${status} is a success status too: only its body can tell a refusal from a success; add refusal.schema or answers.encrypt.schema`,
          ),
        ]
      : [],
  );
}

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
