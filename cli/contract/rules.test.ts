import { describe, expect, test } from 'vitest';
import { load, problemsOf } from './contract-fixture.ts';

describe('what no schema can say', () => {
  const waiver = (check: string) => `{ check: ${check}, reason: known, expires: 2031-01-01 }`;

  test.each([
    [
      `waivers: [${waiver('user-id-prefx')}]`,
      ':2:13: waivers.0.check: there is no check "user-id-prefx"; `checks` lists them',
    ],
    [
      'observeOnly: [user-id-sufix]',
      ':2:15: observeOnly.0: there is no check "user-id-sufix"; `checks` lists them',
    ],
    [
      'observeOnly: [user-id-prefix]',
      ':2:15: observeOnly.0: "user-id-prefix" always decides; to accept its failure for a time, use a waiver. These can be observed only: user-body-utf8, encrypt-body-utf8, sync-body-utf8, backup-body-utf8, user-id-present, user-id-suffix, user-status-present, user-key-flag-present, user-last-sync-present, user-last-sync-utc, auth-absent-refused, auth-empty-refused, auth-scheme-refused, auth-made-up-refused',
    ],
    [
      'token: { required: [user], notRequired: [sync, user] }',
      ':2:48: token.notRequired.1: "user" is under `required` too; keep one',
    ],
    [
      'backup: { call: false }\ntoken: { required: [backup] }',
      ':3:21: token.required.0: "backup" is never called (backup.call is false); remove one of the two',
    ],
    [
      'refusal: { statuses: [401, 200] }',
      ':2:28: refusal.statuses.1: 200 is also a success status, so only the body can distinguish a refusal from a success; add refusal.schema or answers.encrypt.schema',
    ],
  ])('%s', async (lines, problem) => {
    expect(await problemsOf(load(`version: 1\n${lines}\n`))).toEqual([`contract.yaml${problem}`]);
  });

  test('a refusal with 200 is told from a success by a schema, or by other success statuses', async () => {
    await load('version: 1\nrefusal: { statuses: [200], schema: { required: [error] } }\n');
    await load('version: 1\nrefusal: { statuses: [200] }\nanswers: { encrypt: { statuses: [201] } }\n');
  });

  test('in their order in the file', async () => {
    const text = `version: 1
observeOnly: [user-id-sufix]
waivers: [{ check: user-id-prefx, reason: known, expires: 2099-12-31 }]
`;
    expect(await problemsOf(load(text))).toEqual([
      'contract.yaml:2:15: observeOnly.0: there is no check "user-id-sufix"; `checks` lists them',
      'contract.yaml:3:13: waivers.0.check: there is no check "user-id-prefx"; `checks` lists them',
    ]);
  });
});
