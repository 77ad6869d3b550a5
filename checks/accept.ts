import type { Contract } from '../schemas/contract.ts';
import { type Endpoint, endpointNames } from '../schemas/endpoints.ts';
import { userResponseErrors } from '../schemas/validate.ts';
import { mostClockErrorMs, usualTimestamp } from './iso8601.ts';
import { type JsonText, parseJsonText } from './json-text/json-text.ts';
import type { Declared, KnownAnswers } from './meaning/meaning.ts';
import { errorSigns, withoutEnvelope } from './meaning/stated-error.ts';
import {
  bodyLacksResult,
  hasOtherLength,
  type LatestResult,
  lacksNames,
  repeatsResult,
} from './meaning/successes.ts';

export interface GlancedRequest {
  /** Length of the data that was sent; 0: none. */
  readonly dataBytes: number;
  /** null: every call with this request has the same data. */
  readonly latestResult: LatestResult | null;
}

/**
 * A glance at an answer to a valid call for the stated algorithm. `text`: its body, which is UTF-8. `number`: the number of the call.
 */
type Glance = (status: number, text: string, request: GlancedRequest, number: number) => boolean;

/**
 * For each endpoint, a predicate that tells whether an answer is certainly a success that passes every check. Nearly all answers
 * of a load are, and a glance costs a fraction of the checks, which judge all other answers. It knows the checks only by what they
 * require, so that a virtual user need not hold them; `tests/accepted-answers.test.ts` shows it the faults of all checks.
 */
export function glancesFor(declared: Declared, known: KnownAnswers): Record<Endpoint, Glance> {
  const glances = endpointNames.map((endpoint) => [endpoint, glanceAt(endpoint, declared, known)]);
  return Object.fromEntries(glances) as Record<Endpoint, Glance>;
}

function glanceAt(endpoint: Endpoint, { contract, validators }: Declared, known: KnownAnswers): Glance {
  const { statuses, schema } = contract.answers?.[endpoint] ?? {};
  // Without its validator, no body matches a declared schema.
  const isValid = validators[endpoint] ?? (() => schema === undefined);
  // The result of no data may be empty.
  const lacksOwnResult = (json: JsonText, dataBytes: number) =>
    dataBytes > 0 && (bodyLacksResult(json, known.results) || hasOtherLength(json, dataBytes, known.results));
  const glance: Glance = (status, text, request, number) => {
    if (status < 200 || status >= 300 || statuses?.includes(status) === false) return false;
    const json = parseJsonText(text);
    if (!json.ok || json.notes.length > 0) return false;
    if (errorSigns(withoutEnvelope(json.value, endpoint)).length > 0) return false;
    if (endpoint === 'encrypt' && lacksOwnResult(json, request.dataBytes)) return false;
    if (endpoint === 'backup' && lacksNames(json, known.backupNames)) return false;
    if (endpoint === 'user' && !isUsualUser(json.value, contract, known)) return false;
    return isValid(json.value) && !repeatsResult(json, known.results, request.latestResult, number);
  };
  return endpoint === 'encrypt' ? glance : rememberingLast(glance);
}

/** Accepts an answer equal to the last accepted one without a glance: except for encrypt, many services answer every call alike. */
function rememberingLast(glance: Glance): Glance {
  let [lastStatus, lastText] = [-1, ''];
  return (status, text, request, number) => {
    if (status === lastStatus && text === lastText) return true;
    if (!glance(status, text, request, number)) return false;
    [lastStatus, lastText] = [status, text];
    return true;
  };
}

function isUsualUser(value: unknown, contract: Contract, { userId }: KnownAnswers): boolean {
  if (userResponseErrors(value).length > 0) return false;
  const { user } = value as { readonly user: Readonly<Record<'id' | 'last_sync' | 'status', string>> };
  const isDeclared = user.status === 'verified' || contract.user?.statuses?.includes(user.status) !== false;
  const isUsual = isDeclared && user.id === (userId ?? user.id) && usualTimestamp.test(user.last_sync);
  return isUsual && Date.parse(user.last_sync) < Date.now() + mostClockErrorMs;
}
