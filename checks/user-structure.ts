import type { SchemaError } from '../schemas/validate.ts';
import type { Answer } from './answer.ts';
import { type Check, fail, type Judgement, notApplicable, pass, unclear } from './check.ts';
import type { ClauseId } from './document.ts';
import { classifyTimestamp, mostClockErrorMs } from './iso8601.ts';
import { describeValue } from './json-body.ts';
import { valueAt } from './json-text/json-text.ts';

/** One keyword of `user-response.schema.json` and the clause for which it stands; `4.user.response` if it names none. */
interface Row extends Pick<Check, 'id' | 'after' | 'failureTitle' | 'reading'> {
  readonly clause?: ClauseId;
  /** Path in the body, keyword and missing property, if any, as ajv reports them. */
  readonly breaks: string;
  /** What the user answer has to have. */
  readonly expected: string;
}

const notOptional = 'The table in §2 defines the User object and marks no field as optional.';

function field(name: string, type: 'string' | 'boolean', short: string, clause: ClauseId): Row[] {
  return [
    {
      id: `user-${short}-present`,
      clause,
      after: 'user-record-object',
      breaks: `/user required ${name}`,
      expected: `a User object with the field ${name}`,
      failureTitle: `The User object has no field ${name}`,
      reading: notOptional,
    },
    {
      id: `user-${short}-${type}`,
      clause,
      after: `user-${short}-present`,
      breaks: `/user/${name} type`,
      expected: `a ${type} as ${name}`,
      failureTitle: `user.${name} is not a ${type}`,
    },
  ];
}

export const userStructureRows: readonly Row[] = [
  {
    id: 'user-body-object',
    after: 'user-body-json',
    breaks: 'type',
    expected: 'a JSON object as the body',
    failureTitle: 'The user answer is not a JSON object',
  },
  {
    id: 'user-envelope-key',
    after: 'user-body-object',
    breaks: 'required user',
    expected: 'the key `user`',
    failureTitle: 'The user answer has no key `user`',
  },
  {
    id: 'user-envelope-only-key',
    after: 'user-envelope-key',
    breaks: 'additionalProperties',
    expected: 'no key other than `user`',
    failureTitle: 'The user answer has keys besides `user`',
  },
  {
    id: 'user-record-object',
    after: 'user-envelope-key',
    breaks: '/user type',
    expected: 'a JSON object in `user`',
    failureTitle: 'The value of `user` is not an object',
  },
  ...field('id', 'string', 'id', '2.user.id'),
  {
    id: 'user-id-prefix',
    clause: '2.user.id',
    after: 'user-id-string',
    breaks: '/user/id pattern',
    expected: 'an id that starts with `usr_`',
    failureTitle: 'user.id does not start with `usr_`',
  },
  {
    id: 'user-id-suffix',
    clause: '2.user.id',
    after: 'user-id-prefix',
    breaks: '/user/id minLength',
    expected: 'an id with a suffix after `usr_`',
    failureTitle: 'user.id has no suffix after `usr_`',
    reading: '"Followed by an opaque suffix" means at least one character.',
  },
  ...field('status', 'string', 'status', '2.user.status'),
  ...field('encryption_key_exists', 'boolean', 'key-flag', '2.user.encryption_key_exists'),
  ...field('last_sync', 'string', 'last-sync', '2.user.last_sync'),
];

/** Whether an error from ajv is the one that this row describes. */
export function concerns({ breaks }: Row, { instancePath, keyword, params }: SchemaError): boolean {
  return breaks === `${instancePath} ${keyword} ${params['missingProperty'] ?? ''}`.trim();
}

function judgeRow(row: Row, { userErrors, json }: Answer): Judgement {
  const errors = userErrors.length === 0 ? userErrors : userErrors.filter((error) => concerns(row, error));
  const [first] = errors;
  if (first === undefined) return pass;
  const surplus = errors.flatMap((error) => error.params['additionalProperty'] ?? []);
  const value = json?.ok ? valueAt(json.value, first.instancePath) : undefined;
  const actual = surplus.length > 0 ? `also ${surplus.map(String).join(', ')}` : describeValue(value);
  return fail(row.failureTitle, row.expected, actual);
}

/** null: the answer has no such text. */
function lastSyncIn({ json }: Answer): string | null {
  const text = json?.ok ? valueAt(json.value, '/user/last_sync') : undefined;
  return typeof text === 'string' ? text : null;
}

function judgeTimestamp(answer: Answer, rule: 'iso8601' | 'utc', expected: string): Judgement {
  const text = lastSyncIn(answer);
  if (text === null) return notApplicable;
  const found = classifyTimestamp(text);
  if (found.kind === 'contested')
    return { outcome: 'contested', cause: found.form, actual: describeValue(text) };
  if (found.kind === 'conformant' || found.rule !== rule) return pass;
  return fail(found.reason, expected, describeValue(text));
}

/**
 * Whether last_sync is later than the answer's own Date, by no more than a time zone east of Greenwich is ahead of UTC: it may be local
 * time that is called UTC.
 */
function isAheadOfDate(answer: Answer): boolean {
  const date = answer.exchange.response.headers['date'] ?? '';
  const aheadMs = Date.parse(lastSyncIn(answer) ?? '') - Date.parse(date);
  return aheadMs > mostClockErrorMs && aheadMs <= mostAheadMs;
}

/** No time zone is further ahead of UTC than 14 hours. */
const mostAheadMs = 14 * 3_600_000 + mostClockErrorMs;

export const userChecks: readonly Check[] = [
  ...userStructureRows.map(
    (row): Check => ({
      clause: '4.user.response',
      ...row,
      origin: row.reading === undefined ? 'stated' : 'derived',
      title: `The user answer has ${row.expected}`,
      subject: 'user-answer',
      judge: (answer) => judgeRow(row, answer),
    }),
  ),
  {
    id: 'user-last-sync-iso8601',
    clause: '2.user.last_sync',
    subject: 'user-answer',
    origin: 'stated',
    title: 'user.last_sync is an ISO 8601 timestamp',
    failureTitle: 'user.last_sync is not an ISO 8601 timestamp',
    after: 'user-last-sync-string',
    judge: (answer) => judgeTimestamp(answer, 'iso8601', 'an ISO 8601 date and time'),
  },
  {
    id: 'user-last-sync-utc',
    clause: '2.user.last_sync',
    subject: 'user-answer',
    origin: 'derived',
    title: 'user.last_sync is in UTC',
    failureTitle: 'user.last_sync is not in UTC',
    after: 'user-last-sync-iso8601',
    reading:
      'In ISO 8601 a time is UTC only if `Z` or a zero offset says so; without a designator it is local time.',
    judge: (answer) => {
      const judgement = judgeTimestamp(answer, 'utc', 'the designator Z, or a zero offset');
      return judgement.outcome === 'pass' && isAheadOfDate(answer)
        ? unclear('ahead-of-date', `a time after the answer's own Date`)
        : judgement;
    },
  },
];
