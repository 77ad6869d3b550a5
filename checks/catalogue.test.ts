import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endpointNames } from '../schemas/endpoints.ts';
import { documentChecks } from './catalogue.ts';
import { judge } from './check.ts';
import { answerWith, conformantUser, type Sketch } from './exchange-fixture.ts';
import { allCheckIds } from './run-checks.ts';
import { concerns, userStructureRows } from './user-structure.ts';

const { id, status, encryption_key_exists, last_sync } = conformantUser;
const userWith = (change: object) => ({ body: { user: { ...conformantUser, ...change } } });

function failed(sketch: Sketch): string[] {
  return judge(documentChecks, answerWith(sketch))
    .filter(({ judgement }) => judgement.outcome === 'fail')
    .map(({ check }) => check.id);
}

describe('the checks of the document', () => {
  it('have unique ids and stand after the check they build on', () => {
    const ids = documentChecks.map((check) => check.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [index, { after }] of documentChecks.entries()) {
      if (after !== undefined) expect(ids.slice(0, index)).toContain(after);
    }
  });

  it('name themselves in reports and files, and so do the checks of a run and of a contract', () => {
    expect(new Set(allCheckIds).size).toBe(allCheckIds.length);
    expect(allCheckIds.filter((id) => !/^[a-z0-9-]+$/.test(id))).toEqual([]);
  });

  it('rest on the words alone where they are stated, and on a reading where they are derived', () => {
    for (const { id, origin, reading } of documentChecks)
      expect([id, reading !== undefined]).toEqual([id, origin === 'derived']);
  });

  it.each<[string, Sketch]>([
    ['user-body-json', { text: '<html>' }],
    ['user-body-json', { text: '' }],
    ['user-body-utf8', { ...userWith({ id: 'usr_\ufffd' }), response: { isUtf8: false } }],
    ['user-body-object', { body: [1] }],
    ['user-body-object', { text: 'null' }],
    ['user-envelope-key', { body: conformantUser }],
    ['user-envelope-only-key', { body: { user: conformantUser, meta: 1 } }],
    ['user-record-object', { body: { user: 'usr_1' } }],
    ['user-record-object', { body: { user: null } }],
    ['user-record-object', { body: { user: [] } }],
    ['user-id-present', { body: { user: { status, encryption_key_exists, last_sync } } }],
    ['user-id-string', userWith({ id: null })],
    ['user-id-string', userWith({ id: 12345678 })],
    ['user-id-prefix', userWith({ id: '7f3a' })],
    ['user-id-prefix', userWith({ id: 'x' })],
    ['user-id-prefix', userWith({ id: 'USR_7f3a' })],
    ['user-id-suffix', userWith({ id: 'usr_' })],
    ['user-status-present', { body: { user: { id, encryption_key_exists, last_sync } } }],
    ['user-status-string', userWith({ status: 1 })],
    ['user-key-flag-present', { body: { user: { id, status, last_sync } } }],
    ['user-key-flag-boolean', userWith({ encryption_key_exists: 'true' })],
    ['user-last-sync-present', { body: { user: { id, status, encryption_key_exists } } }],
    ['user-last-sync-string', userWith({ last_sync: 1763692602 })],
    ['user-last-sync-iso8601', userWith({ last_sync: '2026-11-21 02:36:42Z' })],
    ['user-last-sync-utc', userWith({ last_sync: '2026-11-21T02:36:42+02:00' })],
    ['encrypt-body-json', { endpoint: 'encrypt', text: '{"a":1,}' }],
    ['sync-body-json', { endpoint: 'sync', text: 'OK' }],
    ['backup-body-json', { endpoint: 'backup', text: '{"a":1}{"b":2}' }],
  ])('%s alone fails on its own fault: %j', (check, sketch) => {
    expect(failed(sketch)).toEqual([check]);
  });

  it.each<[string, Sketch]>([
    ['the example itself', { body: { user: conformantUser } }],
    ['extra User fields', userWith({ plan: 'x', __proto__: null })],
    ['another status', userWith({ status: '' })],
    ['an opaque suffix of any kind', userWith({ id: 'usr_\n ünï/…' })],
    ['a contested timestamp', userWith({ last_sync: '2026-11-21t02:36:42z' })],
    ['a byte order mark', { text: `\ufeff${JSON.stringify({ user: conformantUser })}` }],
    ['any success status', { body: { user: conformantUser }, response: { status: 203 } }],
    ['an error of any kind', { text: '<html>', response: { status: 500 } }],
    ['an empty encrypt body', { endpoint: 'encrypt', text: '' }],
    ['a scalar sync body', { endpoint: 'sync', text: '"synced"' }],
    ['a null backup body', { endpoint: 'backup', text: 'null' }],
  ])('nothing fails on %s', (_, sketch) => {
    expect(failed(sketch)).toEqual([]);
  });

  it('cover every keyword of the User schema, each once', () => {
    const text = readFileSync(new URL('../schemas/user-response.schema.json', import.meta.url), 'utf8');
    const schema = JSON.parse(text);
    const user = schema.properties.user;
    const wanted = [
      ['', 'type'],
      ['', 'required', 'user'],
      ['', 'additionalProperties'],
      ['/user', 'type'],
      ...user.required.map((name: string) => ['/user', 'required', name]),
      ...Object.entries<object>(user.properties).flatMap(([name, keywords]) =>
        Object.keys(keywords).map((keyword) => [`/user/${name}`, keyword]),
      ),
    ];
    for (const [instancePath, keyword, missingProperty] of wanted) {
      const params = missingProperty === undefined ? {} : { missingProperty };
      const rows = userStructureRows.filter((row) => concerns(row, { instancePath, keyword, params }));
      expect(rows, `${instancePath} ${keyword}`).toHaveLength(1);
    }
    expect(wanted).toHaveLength(userStructureRows.length);
  });
});

it('a text whose bytes were not looked at is still judged as JSON', () => {
  const answer = answerWith({ endpoint: 'encrypt', text: 'not json \ufffd', response: { isUtf8: null } });
  const outcomes = new Map(
    judge(documentChecks, answer).map(({ check, judgement }) => [check.id, judgement.outcome]),
  );
  expect([outcomes.get('encrypt-body-utf8'), outcomes.get('encrypt-body-json')]).toEqual([
    'undecided',
    'fail',
  ]);
});

it.each<[string, string, string]>([
  ['a page', '<p>h\ufffd</p>', 'undecided'],
  ['JSON', '{"name":"h\ufffd"}', 'pass'],
  ['what another encoding may make JSON', '{"name":"h\ufffd\\"}', 'undecided'],
])('a body that is not UTF-8 is judged as JSON all the same: %s', (_, text, expected) => {
  for (const endpoint of endpointNames) {
    const judged = judge(documentChecks, answerWith({ endpoint, text, response: { isUtf8: false } }));
    const outcomes = new Map(judged.map(({ check, judgement }) => [check.id, judgement.outcome]));
    expect(outcomes.get(`${endpoint}-body-utf8`)).toBe('fail');
    expect(outcomes.get(`${endpoint}-body-json`)).toBe(expected);
  }
});
