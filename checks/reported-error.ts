import { isNothing, type JsonText } from './json-text/json-text.ts';

type Field = readonly [name: string, value: unknown];

/**
 * Whether a body says that something went wrong and nothing else: the document shows no errors, so a service may answer 200
 * with one. The words are those of common frameworks and gateways. A body that holds a result beside them reports none: a
 * sync status may well name the errors of a device. What stands alone in an envelope is looked at in its place.
 */
export function reportsError(json: JsonText | null): boolean {
  const all = withoutEnvelopes(fieldsOf(json?.ok === true ? json.value : null));
  // Of the results under load hardly any has such a name.
  if (!hint.test(all.map(([name]) => name).join())) return false;
  const fields = all.filter(([, value]) => !isHollow(value));
  // A state in words alone may be that of a synchronisation.
  const isExplained = all.some(([name]) => messages.test(name) || name === 'data');
  const says = (field: Field) => saysError(field) || (isExplained && isErrorState(field));
  if (fields.some(saysSuccess)) return false;
  return fields.some(says) && fields.every((field) => says(field) || describesError(field));
}

/** Whether it names an error, be there a result beside it or not. */
export function namesError(json: JsonText | null): boolean {
  const fields = fieldsOf(json?.ok === true ? json.value : null);
  return fields.some(([name, value]) => errorNames.test(name) && Boolean(value));
}

function fieldsOf(body: unknown): readonly Field[] {
  return typeof body !== 'object' || body === null || Array.isArray(body) ? [] : Object.entries(body);
}

const mostEnvelopes = 3;

function withoutEnvelopes(fields: readonly Field[], left = mostEnvelopes): readonly Field[] {
  const [[name, value] = ['', null], ...others] = fields;
  const inner = others.length > 0 || left === 0 || errorNames.test(name) ? [] : fieldsOf(value);
  return inner.length === 0 ? fields : withoutEnvelopes(inner, left - 1);
}

/** As `{"encrypt": null}`, the data of a GraphQL answer that failed. */
function isHollow(value: unknown, left = mostEnvelopes): boolean {
  if (isNothing(value)) return true;
  const inner = left === 0 ? [] : fieldsOf(value);
  return inner.length > 0 && inner.every(([, member]) => isHollow(member, left - 1));
}

const hint =
  /err|fault|problem|exception|trace|code|success|succeeded|ok|message|msg|detail|title|reason|status|state|result/i;
const errorNames = /^(err(or)?s?|fault|problem|exception)$/i;
const errorTexts = /^(err(or)?_?(message|msg|type|description)|stack_?trace)$/i;
const codeNames = /^((err(or)?|status|http|http_?status|response)?_?code)$/i;
const flags = /^(is_?)?(success(ful)?|succeeded|ok)$/i;
const messages = /^(message|msg|detail|title|reason)$/i;
const noError = /^(0+|no|none|null|false|ok|success(ful)?)\.?$/i;
const errorPhrases =
  /^(unauthori[sz]ed|unauthenticated|forbidden|access denied|permission denied|invalid |expired |missing |internal (server )?error|server error|service unavailable|bad gateway|too many requests|not (authenticated|authori[sz]ed|logged in)|authentication |token |an error |something went wrong)/i;
const successWords =
  /\b(created|success(ful|fully)?|completed?|accepted|queued|started|scheduled|done|ok)\b/i;

function saysError([name, value]: Field): boolean {
  if (flags.test(name)) return value === false || value === 'false';
  if (/^(has_?error|is_?error)$/i.test(name)) return value === true;
  if (errorTexts.test(name)) return typeof value === 'string' && !noError.test(value);
  // A number under `errors` counts them.
  if (errorNames.test(name))
    return typeof value === 'string' ? !noError.test(value) : typeof value !== 'number' || name.length < 6;
  if (/^status$/i.test(name) && isIn(value, 400, 599)) return true;
  if (codeNames.test(name)) return isIn(value, 1, 199) || isIn(value, 300, Number.POSITIVE_INFINITY);
  return messages.test(name) && isText(value, errorPhrases);
}

function isErrorState([name, value]: Field): boolean {
  return /^(status|state|result)$/i.test(name) && isText(value, /^(err(or)?|fail(ed|ure)?)$/i);
}

/** A code of zero or 2xx, or words of a success: whatever else there is comes with a result. */
function saysSuccess([name, value]: Field): boolean {
  if (codeNames.test(name)) return isIn(value, 0, 0) || isIn(value, 200, 299) || isText(value, noError);
  if (flags.test(name)) return value === true || value === 'true';
  if (errorNames.test(name) && typeof value === 'object' && value !== null)
    return Object.entries(value).some(
      ([inner, code]) => codeNames.test(inner) && (isIn(code, 0, 0) || isText(code, noError)),
    );
  return (
    (messages.test(name) || errorTexts.test(name)) &&
    isText(value, successWords) &&
    !isText(value, errorPhrases)
  );
}

/** What may stand in a body that only reports an error. A status in words is content unless it is that of an error. */
function describesError([name, value]: Field): boolean {
  if (messages.test(name)) return true;
  if (/^(status|state)$/i.test(name)) return isIn(value, 0, 599);
  return /^(.*code|.*message|details|description|type|name|class_?name|instance|path|uri|url|method|time(stamp)?|date|(request|trace|span|correlation|transaction|error|log)_?id|(stack_?)?trace|extensions|jsonrpc|hint|help|docs?|.*_url|more_?info(rmation)?|retry(able)?|authenticated|authori[sz]ed|valid|level|severity|version|domain|service|success|ok)$/i.test(
    name,
  );
}

function isText(value: unknown, words: RegExp): boolean {
  return typeof value === 'string' && words.test(value);
}

function isIn(value: unknown, least: number, most: number): boolean {
  const number = isText(value, /^\d+$/) ? Number(value) : value;
  return typeof number === 'number' && number >= least && number <= most;
}
