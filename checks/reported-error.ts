import type { JsonText } from './json-text/json-text.ts';

/**
 * Whether a body says that something went wrong and nothing else: the document shows no errors, so a service may answer 200
 * with one. The words are those of common frameworks and gateways. A body that holds a result beside them reports none: a
 * sync status may well name the errors of a device.
 */
export function reportsError(json: JsonText | null): boolean {
  const body = json?.ok === true ? json.value : null;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const fields = Object.entries(body).filter(([, value]) => !isNothing(value));
  const isSaid = fields.some(([name, value]) => saysError(name, value));
  return isSaid && fields.every(([name, value]) => saysError(name, value) || describes(name, value));
}

function saysError(name: string, value: unknown): boolean {
  if (/^(success|succeeded|ok)$/i.test(name)) return value === false;
  if (
    /^(err(or)?s?|fault|problem|exception|err(or)?_?(message|msg|type|code|description)|stack_?trace)$/i.test(
      name,
    )
  )
    return !/^(0+|no|none|null|false|ok|success)$/i.test(String(value));
  if (/^((status|http|http_?status|response)?_?code|status)$/i.test(name) && isErrorStatus(value))
    return true;
  if (/^(status|state|result)$/i.test(name)) return /^(err(or)?|fail(ed|ure)?)$/i.test(String(value));
  return (
    /^(message|msg|detail)$/i.test(name) &&
    /\b(unauthori[sz]ed|unauthenticated|forbidden|denied|invalid|expired|failed|failure|unavailable|internal (server )?error)\b/i.test(
      String(value),
    )
  );
}

/** What may stand beside an error to describe it. A status in words is content unless it is that of an error. */
function describes(name: string, value: unknown): boolean {
  if (/^(status|state)$/i.test(name)) return typeof value !== 'string' || /^\d+$/.test(value);
  return /^(.*code|message|msg|details?|reason|description|title|type|name|instance|path|uri|url|method|time(stamp)?|date|(request|trace|span|correlation|transaction|error|log)?_?id|help|docs?|.*_url|more_?info|retryable|level|severity|version|domain|service)$/i.test(
    name,
  );
}

function isErrorStatus(value: unknown): boolean {
  const status = typeof value === 'string' ? Number(value) : value;
  return typeof status === 'number' && status >= 400 && status < 600;
}

function isNothing(value: unknown): boolean {
  if (value === null || value === '' || value === 0) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
