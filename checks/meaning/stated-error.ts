import type { Endpoint } from '../../schemas/endpoints.ts';
import type { Response } from '../exchange.ts';
import { isNothing, type JsonText } from '../json-text/json-text.ts';

/** The standards by which a 2xx answer declares itself an error, and the members in which it does. */
export const statedIn = {
  problem: ['status'],
  'error alone': ['error', 'errors'],
  'success false': ['success', 'ok', 'error', 'errors'],
  'JSON-RPC': ['error'],
  JSend: ['status'],
} satisfies Record<string, readonly string[]>;

export type StatedError = keyof typeof statedIn;

/**
 * The standard by which an answer declares itself an error; null: none. Deliberately nothing else counts, because any word may be
 * part of a result. A 207 (RFC 4918) covers several resources, some of which may have failed.
 */
export function statedError(
  json: JsonText | null,
  response: Pick<Response, 'status' | 'headers'>,
  endpoint: Endpoint,
): StatedError | null {
  if (json?.ok !== true || response.status === 207) return null;
  const { value } = json;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const body = value as Readonly<Record<string, unknown>>;
  const { success, ok, ...rest } = body;
  const { error, errors, data, jsonrpc } = rest;
  const isFalse = success === false || success === 0 || ok === false;
  // The state of sync may be false, beside what it is about.
  if (isFalse && (endpoint !== 'sync' || !holdsMore(rest, besideErrors))) return 'success false';
  if (jsonrpc !== undefined && says(error)) return 'JSON-RPC';
  const isJSend = body['status'] === 'error' && typeof body['message'] === 'string';
  if (isJSend && !says(data) && !holdsMore(body, ofJSend)) return 'JSend';
  if ((says(error) || says(errors)) && !holdsMore(data) && !holdsMore(body, besideErrors))
    return 'error alone';
  // Reading headers takes k6's engine time, so only those of a possible problem document (RFC 9457) are read.
  const isProblem = typeof body['status'] === 'number' && body['status'] >= 400;
  return isProblem && /^application\/problem\+json/i.test(response.headers['content-type'] ?? '')
    ? 'problem'
    : null;
}

/**
 * What stands beside an error in JSON-RPC, GraphQL and JSON:API, and what else describes an error, as in Spring and OAuth. With
 * other members, a record may list errors of what it is about.
 */
const besideErrors =
  /^(errors?|data|jsonrpc|id|meta|extensions|jsonapi|links|(error_?|status_?)?(code|message|description|detail|details|reason|title|type|uri)|status|msg|path|instance|timestamp|(trace|request|correlation)_?id)$/i;

const ofJSend = /^(status|message|code|data)$/;

/** Whether a value is or holds something, besides members with these names. GraphQL has null for each field that failed. */
function holdsMore(value: unknown, besides?: RegExp): boolean {
  if (typeof value !== 'object' || value === null) return says(value);
  return Object.entries(value).some(([key, one]) => besides?.test(key) !== true && !isNothing(one));
}

/** An error that is none, or whose code says so. */
const noError = /^(0+|ok|none|success)$/i;

function says(value: unknown): boolean {
  if (value === undefined || value === false || value === 0 || isNothing(value)) return false;
  const code = typeof value === 'object' && value !== null && 'code' in value ? value.code : value;
  return !noError.test(String(code));
}
