import type { Endpoint } from '../../schemas/endpoints.ts';
import type { Response } from '../exchange.ts';
import { isNothing, type JsonText } from '../json-text/json-text.ts';
import { remembered } from '../remembered.ts';
import { accepted } from './twins.ts';

/** A JSON object. */
type Body = Readonly<Record<string, unknown>>;

type Sign = (value: unknown, body: Body) => boolean;

const deniesSuccess: Sign = (value, body) =>
  value === false || value === 'false' || (value === 0 && !countsOn(body));

/** Whether a body counts outcomes of which some are open, or none is a failure. Then no success so far means no error. */
function countsOn(body: Body): boolean {
  return Object.entries(body).some(
    ([name, count]) =>
      typeof count === 'number' && (count > 0 ? open.test(bare(name)) : failures.test(bare(name))),
  );
}

const open = /^(pending|queued|waiting|running|inprogress|remaining)(count)?$/;
const failures = /^(failed|failures?)(count)?$/;

/** Only `false` denies it: a number counts what has succeeded so far. */
const deniesDone: Sign = (value) => value === false || value === 'false';

/** HTTP's status of an error, `false`, or JSend's words. */
const deniesStatus: Sign = (value, { status, message, data }) => {
  if (status === 'error' && value === status) return typeof message === 'string';
  if (status === 'fail' && value === status) return data !== undefined;
  return value === false || isErrorStatus(value);
};

function asObject(value: unknown): Body | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : null;
}

function isErrorStatus(value: unknown): boolean {
  return /^[45]\d\d$/.test(textOf(value));
}

/** A plain value as text. An object has none: one with a member `toString` cannot even be converted. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? '' : String(value);
}

/** By the bare name of a member: what a value must be to say that the call failed. */
const signs: readonly (readonly [RegExp, Sign])[] = [
  [/^(is)?(ok|success)$/, deniesSuccess],
  [/^(is)?(succeeded|successful)$/, deniesDone],
  [/^(http)?(status|code|statuscode)$/, deniesStatus],
  [/^(err(or)?s?(code|message|msg|type|name|description)?|exception|fault)$/, says],
];

/** The members in which a body may say that the call failed: without any, it does not. */
export function errorSigns(value: unknown): string[] {
  const body = asObject(value);
  if (body === null) return [];
  const signing = Object.keys(body).filter((name) => signOf(name)?.(body[name], body) === true);
  return signing.some(onlyDescribes) && deniesError(body)
    ? signing.filter((name) => !onlyDescribes(name))
    : signing;
}

/**
 * The content of a body: the body itself, or what it holds in an envelope, its only member. The document shows the body of user, which has
 * none. In sync, other names may hold a record with a state of its own, so only names such as `data` and `result` are envelopes.
 */
export function withoutEnvelope(body: unknown, endpoint: Endpoint): unknown {
  if (endpoint === 'user') return body;
  let content = body;
  // No recursion: a service may nest envelopes as deep as it likes.
  for (let inner = inEnvelope(body, endpoint); inner !== null; inner = inEnvelope(inner, endpoint))
    content = inner;
  return content;
}

const envelope = /^(.*(response|result)|data|payload|body|answer|d)$/;
/** An object with more members is no message about a call, but may be bytes of a result. */
const mostMembers = 100;

function inEnvelope(value: unknown, endpoint: Endpoint): Body | null {
  const body = asObject(value) ?? {};
  const [name = '', ...others] = Object.keys(body);
  const content = others.length === 0 ? asObject(body[name]) : null;
  if (content === null || Object.keys(content).length > mostMembers) return null;
  const isEnvelope = endpoint === 'sync' ? envelope.test(bare(name)) : signOf(name) === undefined;
  return isEnvelope ? content : null;
}

/** Whether a member only describes an error. Beside a code for no error, it describes the success. */
function onlyDescribes(name: string): boolean {
  return /^err(or)?s?(message|msg|type|name|description)$/.test(bare(name));
}

function deniesError(body: Body): boolean {
  return Object.entries(body).some(
    ([name, value]) => signOf(name) === says && (value === false || noError.test(textOf(value))),
  );
}

const signOf = remembered((name) => signs.find(([pattern]) => pattern.test(bare(name)))?.[1]);

export function bare(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

/** Values of an error member, or of its code, that mean "no error". */
const noError = /^([a-z]?0+|ok|none|success|no[ _-]?error)$/i;

function says(value: unknown): boolean {
  if (value === undefined || value === false || value === 0 || isNothing(value) || countsNone(value))
    return false;
  const code = typeof value === 'object' && value !== null && 'code' in value ? value.code : value;
  return !noError.test(textOf(code));
}

/** Whether an object counts errors, and there are none: `{ count: 0, items: [] }`. */
function countsNone(value: unknown): boolean {
  const counts = Object.values(asObject(value) ?? {}).filter((one) => one !== false && !isNothing(one));
  return counts.length > 0 && counts.every((one) => one === 0);
}

/**
 * The members in which a 2xx answer says that it is an error; null: it does not. Either it denies success, or it is a problem document (RFC
 * 9457), or it holds nothing but what describes an error, as in JSON-RPC, JSend, GraphQL, JSON:API and the error pages of frameworks. Its
 * wording does not count: any text may be part of a result. A 207 (RFC 4918) covers several parts: it is an error if all of these failed,
 * unless they are the connections of sync.
 */
export function statedError(
  json: JsonText | null,
  response: Pick<Response, 'status' | 'headers'>,
  endpoint: Endpoint,
): readonly string[] | null {
  if (json?.ok !== true) return null;
  const content = withoutEnvelope(json.value, endpoint);
  if (response.status === 207) return endpoint === 'sync' ? null : failedParts(content);
  // What is only accepted has not succeeded yet.
  const isEnded = (name: string) => response.status !== accepted || signOf(name) !== deniesDone;
  const members = errorSigns(content).filter(isEnded);
  if (members.length === 0) return null;
  const body = content as Body;
  const others = Object.entries(body).filter(([name]) => !members.includes(name));
  // A number beside an error, such as the time that it took, is no result of encrypt.
  const isNone = (one: unknown) => isNothing(one) || (endpoint === 'encrypt' && typeof one === 'number');
  const isAlone = others.every(([name, one]) => isNone(one) || !saysMore(bare(name), one));
  const isState = endpoint === 'sync' && (hasState(body) || listsStates(body));
  if (isAlone && !isState) return members;
  // In sync, a state that is false or a failure may be that of the record beside it.
  const isDenied = members.some((name) => signOf(name) === deniesSuccess) || body['status'] === 'fail';
  if (isDenied && endpoint !== 'sync') return members;
  // Reading headers takes k6's engine time, so only those of a possible problem document are read.
  return isErrorStatus(body['status']) &&
    /^application\/problem\+json/i.test(response.headers['content-type'] ?? '')
    ? members
    : null;
}

/** The member with the parts of a 207, if all of these have failed. */
function failedParts(value: unknown): readonly string[] | null {
  const failed = Object.entries((value ?? {}) as Body).find(([, parts]) => {
    const statuses = Array.isArray(parts) ? parts.map((part) => (part as Body | null)?.['status']) : [];
    return statuses.length > 0 && statuses.every(isErrorStatus);
  });
  return failed === undefined ? null : [failed[0]];
}

/**
 * Members beside an error in JSON-RPC, JSend, GraphQL and JSON:API, and members that describe it, as in Spring, OAuth and Lambda. A record
 * with other members may list errors of its subject.
 */
const describing =
  /^(data|jsonrpc|id|meta|extensions|jsonapi|links|locations|source|(err(or)?|status)?(code|message|msg|description|details?|reason|title|type|uri)|status|path|instance|timestamp|(trace|request|correlation)id|(stack)?trace|stack)$/;

/** Whether the status is a word, or false, and so the state of the answer's subject, not of the call. */
function hasState({ status }: Body): boolean {
  const isWord = typeof status === 'string' && status !== 'error' && !isErrorStatus(status);
  return isWord || status === false;
}

/** Whether a list, such as `errors` or `details`, is about the answer's subject: its items hold more than what describes an error. */
function listsStates(body: Body): boolean {
  const items = Object.values(body).flatMap((value) => (Array.isArray(value) ? value : []));
  return items.some(
    (one) =>
      typeof one === 'object' &&
      one !== null &&
      Object.keys(one).some((name) => !describing.test(bare(name))),
  );
}

/** Whether a member says more than what describes an error. In `data`, GraphQL has null for each field that failed. */
function saysMore(name: string, value: unknown): boolean {
  if (name !== 'data') return !describing.test(name);
  if (typeof value !== 'object' || value === null) return says(value);
  return Object.values(value).some((one) => !isNothing(one));
}
