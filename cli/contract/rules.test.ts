import { describe, expect, test } from 'vitest';
import { load, problemsOf } from './contract-fixture.ts';

describe('what no schema can say', () => {
  const waiver = (check: string, expires = '2031-01-01') =>
    `{ check: ${check}, reason: known, expires: ${expires} }`;

  test.each([
    [
      `waivers: [${waiver('user-id-prefx')}]`,
      ':2:20: waivers.0.check: there is no check "user-id-prefx"; `checks` lists them',
    ],
    [
      `waivers: [${waiver('user-id-prefix', '2031-02-29')}]`,
      ':2:60: waivers.0.expires: 2031-02-29 is not a valid date',
    ],
    [
      `waivers:\n  - ${waiver('user-id-prefix')}\n  - ${waiver('user-id-prefix')}`,
      ':4:14: waivers.1.check: "user-id-prefix" is waived twice; keep one waiver',
    ],
    [
      `observeOnly: [user-id-suffix]\nwaivers: [${waiver('user-id-suffix')}]`,
      ':3:20: waivers.0.check: "user-id-suffix" is only observed, so there is nothing to waive; keep one of the two',
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

  test('beside what the schema refuses, in their order in the file', async () => {
    const text = `version: 1
waivers:
  - { check: user-id-prefx, reason: known, expires: 2099-13-31 }
  - { check: user-id-sufix, reason: known }
  - known
observeOnly: [user-id-sufix, 3]
refusal: { statuses: [200, 99] }
rate: fast
unknown: 1
`;
    const problems = await problemsOf(load(text));
    expect(problems.map((problem) => problem.replace(/(is missing|must be|unknown field).*/, '$1'))).toEqual([
      'contract.yaml:3:14: waivers.0.check: there is no check "user-id-prefx"; `checks` lists them',
      'contract.yaml:3:53: waivers.0.expires: 2099-13-31 is not a valid date',
      'contract.yaml:4:5: waivers.1.expires: is missing',
      'contract.yaml:4:14: waivers.1.check: there is no check "user-id-sufix"; `checks` lists them',
      'contract.yaml:5:5: waivers.2: must be',
      'contract.yaml:6:15: observeOnly.0: there is no check "user-id-sufix"; `checks` lists them',
      'contract.yaml:6:30: observeOnly.1: must be',
      'contract.yaml:7:23: refusal.statuses.0: 200 is also a success status, so only the body can distinguish a refusal from a success; add refusal.schema or answers.encrypt.schema',
      'contract.yaml:7:28: refusal.statuses.1: must be',
      'contract.yaml:8:7: rate: must be',
      'contract.yaml:9:1: unknown: unknown field',
    ]);
  });

  test('also beside more faults than are listed', async () => {
    const unknown = Array.from({ length: 30 }, (_, index) => `field${index}: 1\n`).join('');
    const problems = await problemsOf(load(`version: 1\n${unknown}waivers: none\nobserveOnly: [nothing]\n`));
    expect(problems.at(-1)).toContain('there is no check "nothing"');
  });
});
