import type { Endpoint } from '../../schemas/endpoints.ts';
import type { Comparable } from '../answer.ts';
import { isNothing, type JsonText } from '../json-text/json-text.ts';

type Field = readonly [name: string, value: unknown];

/**
 * Whether a body reports an error and holds nothing else: the document shows no errors, so a service may answer 200 with
 * one. The words are those of common frameworks and gateways. A body that also holds a result reports no error: a sync
 * status may well list the errors of a device. An envelope around a single value is unwrapped first.
 */
export function reportsError(json: JsonText | null, endpoint: Endpoint): boolean {
  const value = json?.ok === true ? json.value : null;
  if (typeof value === 'string') return textOfError.test(value) || errorPhrases.test(value);
  const all = withoutEnvelopes(fieldsOf(value));
  // Quick exit: hardly any result under load has such a name.
  if (!hint.test(all.map(([name]) => name).join())) return false;
  // `{"error": false}` comes with a result.
  const fields = all.filter(
    ([name, value]) => !isHollow(value) && !(isError(name) && isText(value, noError)),
  );
  // A bare state of sync, in words, may be that of a synchronisation; other calls fail with it.
  const isOwn = endpoint !== 'sync';
  const isExplained = isOwn || all.some(([name]) => messages.test(name) || name === 'data');
  const says = (field: Field) => saysError(field) || (isExplained && isErrorState(field));
  // Some frameworks use code 0 for a failure.
  const isRefuted = (field: Field) => isText(field[1], /^0$/) && fields.some(complains);
  if (fields.some((field) => saysSuccess(field) && !isRefuted(field))) return false;
  const goesWithError = (field: Field) =>
    describesError(field) || isCompanion(field, all) || (isOwn && isIdOfState(field, all));
  return fields.some(says) && fields.every((field) => says(field) || goesWithError(field));
}

/**
 * Whether a user answer reports an error before any encrypt call has succeeded: the service may not know the token, and refuse it
 * with 2xx.
 */
export function mayRefuseToken({ exchange, json, control }: Comparable): boolean {
  if (exchange.endpoint !== 'user') return false;
  // The cheap test first: under load encrypt has long succeeded.
  const hasEncrypted = Object.keys(control.successes).some((kind) => kind.startsWith('encrypt'));
  return !hasEncrypted && reportsError(json, 'user');
}

/** Whether a body names an error, with or without a result beside it. */
export function namesError(json: JsonText | null): boolean {
  const fields = fieldsOf(json?.ok === true ? json.value : null);
  return fields.some(([name, value]) => errorNames.test(name) && !isHollow(value) && !isText(value, noError));
}

/** The members of an object; none for any other value. */
export function fieldsOf(body: unknown): readonly Field[] {
  return typeof body !== 'object' || body === null || Array.isArray(body) ? [] : Object.entries(body);
}

const mostEnvelopes = 3;

function withoutEnvelopes(all: readonly Field[], left = mostEnvelopes): readonly Field[] {
  const [[name, value] = ['', null], ...others] = all.filter((field) => !isHollow(field[1]));
  const inner = others.length > 0 || left === 0 || errorNames.test(name) ? [] : fieldsOf(value);
  return inner.length === 0 ? all : withoutEnvelopes(inner, left - 1);
}

/** Whether a value holds nothing, at any depth: `{"encrypt": null}` is the data of a failed GraphQL answer. */
export function isHollow(value: unknown, left = mostEnvelopes): boolean {
  if (isNothing(value)) return true;
  const inner = left === 0 ? [] : fieldsOf(value);
  return inner.length > 0 && inner.every(([, member]) => isHollow(member, left - 1));
}

const hint =
  /err|fault|problem|exception|trace|code|succe|ok|message|msg|detail|title|reason|sta(te|tus)|result/i;
const errorNames = /^((has_?|is_?)?error|err(or)?s?|fault|problem|exception)$/i;
const errorTexts = /^(err(or)?_?(message|msg|type|description)|stack_?trace)$/i;
const codeNames = /^((err(or)?|status|http|http_?status|res(p|ponse|ult)?|ret(urn)?)?_?code|err_?no)$/i;
const flags = /^(is_?)?(success(ful)?|succeed(ed)?|ok)$/i;
const messages = /^(\w*(message|msg)|detail|title|reason)$/i;
const noError = /^(0+|no|none|null|false|ok|success(ful)?|no[ _-]?errors?)\.?$/i;
const errorStates =
  /^(err(or)?|fail(ed|ure)?|ko|nok|unauth\w+|forbidden|bad_request|not_found|\w+_(error|denied|unavailable))$/i;
const errorCodes =
  /error|^err|fail|exception|fault|invalid|denied|forbidden|unauth|unavailable|expired|missing|not_?found|time_?out|internal/i;
const errorPhrases =
  /^(unauthori[sz]ed|unauthenticated|forbidden|access denied|permission denied|invalid |expired |missing |internal (server )?error|server error|service unavailable|bad gateway|too many requests|not (authenticated|authori[sz]ed|logged in)|authentication (is |has |was )?(required|failed|error|invalid|credential|token|needed|missing)|(not found|bad request|method not allowed|not implemented|gateway time-?out)\.?$|the route |this action is unauthori[sz]ed|token (is |has |was )?(invalid|expired|missing|required|revoked|rejected|not |malformed|unknown|mismatch)|an error |something went wrong)/i;
const textOfError = /^(error|exception|failure|failed)\s*[:!–-]/i;
const successWords =
  /\b(created|success(ful|fully)?|completed?|accepted|queued|started|scheduled|done|ok)\b|^[^不未没]*成功[.。!！]?$/i;

function saysError([name, value]: Field): boolean {
  if (flags.test(name)) return isText(value, /^(false|0)$/i);
  // A number under `errors` is a count.
  if (isError(name)) return !isText(value, noError) && !(/[mns]$/i.test(name) && isIn(value, 0, 1e9));
  if (/^status$/i.test(name) && isIn(value, 400, 599)) return true;
  if (!codeNames.test(name)) return complains([name, value]);
  // 1 means success in some frameworks and failure in others.
  const isCode = isIn(value, 2, 199) || isIn(value, 300, 1e9) || isIn(value, -1e9, -1);
  return isCode || (isText(value, errorCodes) && !isText(value, noError));
}

function isError(name: string): boolean {
  return errorNames.test(name) || errorTexts.test(name);
}

function complains([name, value]: Field): boolean {
  return messages.test(name) && isText(value, errorPhrases);
}

/** An error only where another field explains it. */
function isErrorState([name, value]: Field): boolean {
  if (/^(status|result)$/i.test(name) && isText(value, /^false$/i)) return true;
  return /^(status|state|result)$/i.test(name) && isText(value, errorStates);
}

/** A code of zero or 2xx, or words of success: then the other fields come with a result. */
function saysSuccess([name, value]: Field): boolean {
  if (codeNames.test(name)) return isIn(value, 200, 299) || isText(value, noError);
  if (flags.test(name)) return isText(value, /^(true|1)$/i);
  if (errorNames.test(name))
    return fieldsOf(value).some(([inner, code]) => codeNames.test(inner) && isText(code, noError));
  const isSaid = messages.test(name) || errorTexts.test(name);
  return isSaid && isText(value, successWords) && !isText(value, errorPhrases);
}

/** A field that may accompany a reported error. A status in words is content unless it names an error. */
function describesError([name, value]: Field): boolean {
  if (messages.test(name)) return true;
  if (/^(status|state)$/i.test(name)) return isIn(value, 0, 599);
  return /^(.*(code|message|msg)|details|description|type|name|class_?name|instance|path|uri|url|method|time(stamp)?|date|(request|trace|span|correlation|transaction|error|log)_?id|(stack_?)?traces?|extensions|json(rpc|api)|meta|links|hint|help|docs?|.*_url|more_?info(rmation)?|retry(able)?|authenticated|authori[sz]ed|valid|level|severity|version|domain|service|success|ok)$/i.test(
    name,
  );
}

/** A field that accompanies an error in one framework and is part of a result elsewhere. */
function isCompanion([name]: Field, all: readonly Field[]): boolean {
  return companions.some(
    ([names, isForm]) => names.test(name) && all.some(([other, value]) => isForm(other, value)),
  );
}

/** Of a job or a backup that failed at once. */
function isIdOfState([name]: Field, all: readonly Field[]): boolean {
  return /(^|_)id$|Id$/.test(name) && all.some(isErrorState);
}

const companions: readonly (readonly [names: RegExp, isForm: (name: string, value: unknown) => boolean])[] = [
  // JSON-RPC; the reasons of JSend; Laravel; a function behind AWS API Gateway.
  [/^id$/i, (name, value) => name === 'jsonrpc' || (name === 'result' && value === null)],
  [/^data$/, (name, value) => name === 'status' && value === 'fail'],
  [/^(file|line)$/, (name) => name === 'exception'],
  [/^(body|headers|isBase64Encoded)$/, (name) => name === 'statusCode'],
];

/** Numbers and booleans are often sent as strings. */
function isText(value: unknown, words: RegExp): boolean {
  return typeof value !== 'object' && words.test(String(value));
}

function isIn(value: unknown, least: number, most: number): boolean {
  return isText(value, /^-?\d+$/) && Number(value) >= least && Number(value) <= most;
}
