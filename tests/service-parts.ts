import type { Variant } from '../service/variants/variant.ts';
import { packed } from './variant-run.ts';

/** What a row changes, so far as its checks can tell. Rows that share no part can be judged in one service. */
export function partsOf({
  name,
  caughtBy,
  alsoCaughtBy = [],
  leavesOpen = [],
  recordedAs,
  trigger,
}: Variant): string[] {
  // Credentials are judged by the answers to twins, of which enough are left.
  if (trigger && refusesSome.test(name)) return ['encrypt'];
  if (caughtBy !== undefined && isRare.test(name)) return rarePartsOf(caughtBy);
  if (caughtBy !== undefined) return [caughtBy, ...alsoCaughtBy].flatMap(partsOfCheck);
  if (recordedAs !== undefined) return [...partsOfContested(name), recordedAs];
  return leavesOpen.length === 0 ? everyPart : leavesOpen.flatMap(partsOfCheck);
}

/** Some data gets no answer that could be taken for a result. */
const refusesSome = /^encrypt-(cut-off|refuses-.*|resets)@/;

/** It shows on so few calls to user that one that shows at other times keeps nearly all of its own. */
const isRare = /^(user|last-sync)-.*@(every-200th|first-only)$/;
const rarely = 'user-rarely';

const userFields = ['user-id', 'user-status', 'user-key-flag', 'user-last-sync', rarely];
const credentials = ['auth-absent', 'auth-empty', 'auth-scheme', 'auth-made-up'];
const everyPart = [...userFields, 'encrypt', ...credentials, 'sync', 'backup'];

/** A credential is judged by what encrypt answers without it, and by what it answers with the token. */
function partsOfCheck(check: string): string[] {
  const own = [...userFields, ...credentials].find((part) => check.startsWith(`${part}-`));
  if (own !== undefined) return [own];
  const [endpoint = ''] = check.split('-');
  if (endpoint === 'user') return userFields;
  return endpoint === 'encrypt' ? ['encrypt', ...credentials] : [endpoint];
}

/** On its few calls it may change the whole body, whatever a field holds. */
function rarePartsOf(check: string): string[] {
  const own = partsOfCheck(check);
  return own.length === 1 ? [...own, rarely] : [rarely];
}

function partsOfContested(name: string): string[] {
  if (/^(refusal|bearer)-/.test(name)) return partsOfCheck('encrypt');
  return partsOfCheck(name.replace(/^last-sync/, 'user-last-sync'));
}

/** Each run with the names of its rows and the rows themselves. */
export function together(rows: readonly Variant[], partsOfRow = partsOf) {
  return packed(rows, partsOfRow).map((run) => [run.map(({ name }) => name), run] as const);
}
