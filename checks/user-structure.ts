import type { SchemaError } from '../schemas/validate.ts';
import type { Answer } from './answer.ts';
import { type Check, fail, type Judgement, pass } from './check.ts';
import type { ClauseId } from './clauses.ts';
import { describeValue } from './describe-value.ts';

/** One keyword of `user-response.schema.json` and the clause it stands for. */
interface Row {
  readonly id: string;
  readonly clause: ClauseId;
  readonly origin: 'stated' | 'derived';
  readonly after: string;
  /** Where the keyword stands in the body, as JSON Pointer. */
  readonly at: string;
  readonly keyword: string;
  /** The missing or surplus name, where the keyword has one. */
  readonly name?: string;
  readonly expected: string;
  readonly failureTitle: string;
  readonly reading?: string;
}

const notOptional = 'The table in §2 defines the User object and marks no field as optional.';

function field(name: string, type: 'string' | 'boolean', short: string, clause: ClauseId): Row[] {
  return [
    {
      id: `user-${short}-present`,
      clause,
      origin: 'derived',
      after: 'user-record-object',
      at: '/user',
      keyword: 'required',
      name,
      expected: `the User object has the field ${name}`,
      failureTitle: `The User object has no field ${name}`,
      reading: notOptional,
    },
    {
      id: `user-${short}-${type}`,
      clause,
      origin: 'stated',
      after: `user-${short}-present`,
      at: `/user/${name}`,
      keyword: 'type',
      expected: `${name} is a ${type}`,
      failureTitle: `user.${name} is not a ${type}`,
    },
  ];
}

export const userStructureRows: readonly Row[] = [
  {
    id: 'user-body-object',
    clause: '4.user.response',
    origin: 'stated',
    after: 'user-body-json',
    at: '',
    keyword: 'type',
    expected: 'a JSON object',
    failureTitle: 'The user answer is not a JSON object',
  },
  {
    id: 'user-envelope-key',
    clause: '4.user.response',
    origin: 'stated',
    after: 'user-body-object',
    at: '',
    keyword: 'required',
    name: 'user',
    expected: 'the key `user`',
    failureTitle: 'The user answer has no key `user`',
  },
  {
    id: 'user-envelope-only-key',
    clause: '4.user.response',
    origin: 'stated',
    after: 'user-envelope-key',
    at: '',
    keyword: 'additionalProperties',
    expected: 'no key other than `user`',
    failureTitle: 'The user answer has keys besides `user`',
  },
  {
    id: 'user-record-object',
    clause: '4.user.response',
    origin: 'stated',
    after: 'user-envelope-key',
    at: '/user',
    keyword: 'type',
    expected: '`user` holds a JSON object',
    failureTitle: 'The value of `user` is not an object',
  },
  ...field('id', 'string', 'id', '2.user.id'),
  {
    id: 'user-id-prefix',
    clause: '2.user.id',
    origin: 'stated',
    after: 'user-id-string',
    at: '/user/id',
    keyword: 'pattern',
    expected: 'id starts with `usr_`',
    failureTitle: 'user.id does not start with `usr_`',
  },
  {
    id: 'user-id-suffix',
    clause: '2.user.id',
    origin: 'derived',
    after: 'user-id-prefix',
    at: '/user/id',
    keyword: 'minLength',
    expected: 'a suffix follows `usr_`',
    failureTitle: 'user.id has no suffix after `usr_`',
    reading: '"Followed by an opaque suffix" means at least one character.',
  },
  ...field('status', 'string', 'status', '2.user.status'),
  ...field('encryption_key_exists', 'boolean', 'key-flag', '2.user.encryption_key_exists'),
  ...field('last_sync', 'string', 'last-sync', '2.user.last_sync'),
];

/** True when an error that ajv found is the one this row stands for. */
export function concerns(row: Row, error: SchemaError): boolean {
  if (error.instancePath !== row.at || error.keyword !== row.keyword) return false;
  return row.name === undefined || error.params['missingProperty'] === row.name;
}

function judgeRow(row: Row, { userErrors, json }: Answer): Judgement {
  const errors = userErrors.length === 0 ? userErrors : userErrors.filter((error) => concerns(row, error));
  if (errors.length === 0) return pass;
  const surplus = errors
    .map((error) => error.params['additionalProperty'])
    .filter((name) => name !== undefined);
  const value = json?.ok ? valueAt(json.value, row.at) : undefined;
  const actual = surplus.length > 0 ? `also ${surplus.map(String).join(', ')}` : describeValue(value);
  return fail(row.failureTitle, row.expected, actual);
}

function valueAt(body: unknown, pointer: string): unknown {
  let value = body;
  for (const name of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

export const userStructureChecks: readonly Check[] = userStructureRows.map((row) => ({
  id: row.id,
  clause: row.clause,
  origin: row.origin,
  title: `In the user answer: ${row.expected}`,
  failureTitle: row.failureTitle,
  subject: 'user-answer',
  after: row.after,
  ...(row.reading === undefined ? {} : { reading: row.reading }),
  judge: (answer) => judgeRow(row, answer),
}));
