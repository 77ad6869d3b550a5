import { documentChecks } from '../../checks/catalogue.ts';
import { allCheckIds } from '../../checks/run-checks.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { Note } from './notes.ts';

/** What a JSON Schema cannot say of a contract. */
export function ruleProblems(contract: Contract): Note[] {
  const { waivers, observeOnly, token = {}, backup, refusal } = contract;
  const uncalled = (endpoint: string) => {
    const words = '"backup" is never called (backup.call is false); remove one of the two';
    return endpoint === 'backup' && backup?.call === false ? words : null;
  };
  return [
    ...onItems('/waivers', waivers, ({ check }) => unknownCheck(check), '/check'),
    ...onItems('/observeOnly', observeOnly, (check) => unknownCheck(check) ?? decidingCheck(check)),
    ...onItems('/token/required', token.required, uncalled),
    ...onItems('/token/notRequired', token.notRequired, (endpoint) =>
      token.required?.includes(endpoint) === true
        ? `"${endpoint}" is under \`required\` too; keep one`
        : uncalled(endpoint),
    ),
    ...onItems('/refusal/statuses', refusal?.statuses, (status) => unclearStatus(status, contract)),
  ];
}

/** Notes on the items of a list, or on a field of them; null: nothing is wrong with an item. */
function onItems<T>(
  list: string,
  items: readonly T[] = [],
  faultOf: (item: T) => string | null,
  field = '',
): Note[] {
  return items.flatMap((item, index) => {
    const message = faultOf(item);
    return message === null ? [] : [{ pointer: `${list}/${index}${field}`, message }];
  });
}

function unknownCheck(check: string): string | null {
  return allCheckIds.includes(check) ? null : `there is no check "${check}"; \`checks\` lists them`;
}

const observableIds = documentChecks.filter(({ origin }) => origin === 'derived').map(({ id }) => id);

function decidingCheck(check: string): string | null {
  if (observableIds.includes(check)) return null;
  return `"${check}" always decides; to accept its failure for a time, use a waiver. These can be observed only: ${observableIds.join(', ')}`;
}

function unclearStatus(status: number, { refusal, answers }: Contract): string | null {
  const hasSchema = [refusal, answers?.encrypt].some((one) => (one?.schema ?? one?.schemaFile) !== undefined);
  const isSuccess = status < 300 && (answers?.encrypt?.statuses?.includes(status) ?? true);
  if (hasSchema || !isSuccess) return null;
  return `${status} is also a success status, so only the body can distinguish a refusal from a success; add refusal.schema or answers.encrypt.schema`;
}
