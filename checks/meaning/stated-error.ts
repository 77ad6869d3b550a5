import type { Endpoint } from '../../schemas/endpoints.ts';
import type { Response } from '../exchange.ts';
import { isNothing, type JsonText } from '../json-text/json-text.ts';
import { type Body, bare, deniesSuccess, errorSigns, isErrorStatus, says, signOf } from './error-signs.ts';

/**
 * The members in which a 2xx answer says that it is an error; null: it does not. Either it denies success, or it is a problem
 * document (RFC 9457), or it holds nothing but what describes an error, as in JSON-RPC, JSend, GraphQL, JSON:API and the error
 * pages of frameworks. No words count: any may be part of a result. A 207 (RFC 4918) covers several resources, some of which may
 * have failed.
 */
export function statedError(
  json: JsonText | null,
  response: Pick<Response, 'status' | 'headers'>,
  endpoint: Endpoint,
): readonly string[] | null {
  if (json?.ok !== true || response.status === 207) return null;
  const members = errorSigns(json.value);
  if (members.length === 0) return null;
  const body = json.value as Body;
  const others = Object.entries(body).filter(([name]) => !members.includes(name));
  const isAlone = others.every(([name, one]) => isNothing(one) || !saysMore(bare(name), one));
  const isState = endpoint === 'sync' && (hasState(body) || listsStates(body));
  if (isAlone && !isState) return members;
  // The state of sync may be false, and a failed one, beside what it is about.
  const isDenied = members.some((name) => signOf(name) === deniesSuccess) || body['status'] === 'fail';
  if (isDenied && endpoint !== 'sync') return members;
  // Reading headers takes k6's engine time, so only those of a possible problem document are read.
  return isErrorStatus(body['status']) &&
    /^application\/problem\+json/i.test(response.headers['content-type'] ?? '')
    ? members
    : null;
}

/**
 * What stands beside an error in JSON-RPC, JSend, GraphQL and JSON:API, and what describes it, as in Spring, OAuth and Lambda. With
 * other members, a record may list errors of what it is about.
 */
const describing =
  /^(data|jsonrpc|id|meta|extensions|jsonapi|links|locations|source|(err(or)?|status)?(code|message|msg|description|details?|reason|title|type|uri)|status|path|instance|timestamp|(trace|request|correlation)id|(stack)?trace|stack)$/;

/** Whether the status is a word, or false: that of what the answer is about. */
function hasState({ status }: Body): boolean {
  const isWord = typeof status === 'string' && status !== 'error' && !isErrorStatus(status);
  return isWord || status === false;
}

/** Whether the errors are those of what the answer is about: they hold more than what describes them. */
function listsStates({ errors }: Body): boolean {
  const entries = Array.isArray(errors) ? errors : [];
  return entries.some(
    (one) =>
      typeof one === 'object' &&
      one !== null &&
      Object.keys(one).some((name) => !describing.test(bare(name))),
  );
}

/** Whether a member is or holds more than what describes an error. GraphQL has null for each field that failed. */
function saysMore(name: string, value: unknown): boolean {
  if (name !== 'data') return !describing.test(name);
  if (typeof value !== 'object' || value === null) return says(value);
  return Object.values(value).some((one) => !isNothing(one));
}
