import { type Endpoint, endpointNames } from '../schemas/endpoints.ts';
import type { Answer } from './answer.ts';
import { type Check, fail, type Judgement, notApplicable, pass, unclear } from './check.ts';
import type { Subject } from './exchange.ts';

function judgeUtf8({ json, exchange }: Answer): Judgement {
  const { isUtf8, body } = exchange.response;
  if (json === null || isUtf8 === true) return pass;
  // The bytes are unknown. In the text, U+FFFD may stand for bytes that are not UTF-8.
  if (isUtf8 === null) return unclear('perhaps-not-utf8', 'text with U+FFFD');
  return fail('not UTF-8', 'text in UTF-8', 'bytes that are not UTF-8', body.indexOf('\ufffd'));
}

function judgeJson({ json, exchange }: Answer, emptyBody: Judgement): Judgement {
  if (json === null) return emptyBody;
  if (!json.ok) {
    const { body, isUtf8 } = exchange.response;
    // What is not UTF-8 may be JSON in another encoding.
    if (isUtf8 === false) return unclear('not-json-as-utf8', json.reason);
    return fail('not JSON', 'a JSON text', `no JSON: ${json.reason}`, Math.min(json.offset, body.length));
  }
  const [note] = json.notes;
  return note === undefined ? pass : { outcome: 'contested', cause: note, actual: json.notes.join(', ') };
}

function bodyChecks(endpoint: Endpoint): Check[] {
  const body =
    endpoint === 'user'
      ? 'The body of a successful user answer'
      : `The body of a successful ${endpoint} answer, if any,`;
  // The document states a body only for `user`; other successes may have none.
  const emptyBody =
    endpoint === 'user' ? fail('empty body', 'a JSON object', 'an empty body') : notApplicable;
  const subject: Subject = endpoint === 'user' ? 'user-answer' : `${endpoint}-body`;
  return [
    {
      id: `${endpoint}-body-utf8`,
      clause: '4.bodies-json',
      origin: 'derived',
      title: `${body} is UTF-8`,
      failureTitle: `${body} is not UTF-8`,
      subject,
      reading:
        'JSON is defined by RFC 8259, which requires UTF-8 for text exchanged between systems (its §8.1).',
      judge: judgeUtf8,
    },
    {
      id: `${endpoint}-body-json`,
      clause: '4.bodies-json',
      origin: 'stated',
      title: `${body} is JSON`,
      failureTitle: `${body} is not JSON`,
      subject,
      judge: (answer) => judgeJson(answer, emptyBody),
    },
  ];
}

/** Bodies that are not UTF-8 are judged as JSON, too, because the operator may accept them. */
export function jsonBodyChecks(): Check[] {
  return endpointNames.flatMap(bodyChecks);
}

export const cutMark = '…';

/** Describes a JSON value for a report: its kind, then its value, cut at `width` characters. */
export function describeValue(value: unknown, width = 120): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  if (typeof value !== 'object') return `the ${typeof value} ${cut(JSON.stringify(value), width)}`;
  const keys = Object.keys(value);
  return `an object with ${keys.length === 0 ? 'no keys' : `the keys ${listed(keys)}`}`;
}

/** Lists the first names, and counts the rest. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 8).map((name) => cut(name, 40));
  return `${shown.join(', ')}${names.length > 8 ? ` and ${names.length - 8} more` : ''}`;
}

/** Shortens a text, never within a surrogate pair. Redactors look for the rest of a cut secret before the mark. */
export function cut(text: string, width: number): string {
  if (text.length <= width) return text;
  const last = text.charCodeAt(width - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? width - 1 : width;
  return `${text.slice(0, end)}${cutMark}`;
}
