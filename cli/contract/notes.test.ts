import { describe, expect, test } from 'vitest';
import { load, problemsOf } from './contract-fixture.ts';

describe('each mistake is named with its line, column and field', () => {
  test.each([
    [
      'latency: { percentil: 99 }',
      ':2:12: latency.percentil: unknown field; the fields here are percentile, limitMs, at, maxStallMs',
    ],
    [
      'percentile: 99',
      ':2:1: percentile: unknown field; the fields here are $schema, version, answers, refusal, user, token, encrypt, backup, latency, rate, errorBudget, availability, observeOnly, waivers',
    ],
    [
      'latency: { limitMs: 0 }',
      ':2:12: latency.limitMs: must be > 0, is the number 0. The limit in milliseconds; a call that takes exactly this long is not under it. Default: 20, as in the document.',
    ],
    ['user: { colour: red }', ':2:9: user.colour: unknown field; the fields here are statuses'],
    [
      'rate: fast',
      ':2:1: rate: must be an integer, is the string "fast". Requests per second of all endpoints together. Default: by profile.',
    ],
    [
      'rate: 0',
      ':2:1: rate: must be >= 1, is the number 0. Requests per second of all endpoints together. Default: by profile.',
    ],
    [
      'latency: { percentile: 10 }',
      ':2:12: latency.percentile: must be >= 50, is the number 10. Percentage of the calls, from 50 to 99.99, or "every".',
    ],
    [
      'latency: { percentile: evry }',
      ':2:12: latency.percentile: must be a number, is the string "evry". Percentage of the calls, from 50 to 99.99, or "every".',
    ],
    [
      'token: { required: [usr] }',
      ':2:21: token.required.0: must be one of user, sync, backup, is the string "usr". An endpoint whose need of a token the document leaves open.',
    ],
    [
      'answers: { user: { statuses: [404] } }',
      ':2:31: answers.user.statuses.0: must be <= 299, is the number 404. An HTTP status from 200 to 299; no other is a success.',
    ],
    [
      'answers: { user: { schema: {}, schemaFile: x } }',
      ':2:12: answers.user: has both `schema` and `schemaFile`; keep one',
    ],
    ['answers: { encrypt: 5 }', ':2:12: answers.encrypt: must be an object, is the number 5'],
    [
      'user: { statuses: [a, b, a] }',
      ':2:9: user.statuses: must not have duplicate items (items ## 2 and 0 are identical), is an array of length 3. Allowed values of user.status besides `verified`, which the document allows. Default: any string.',
    ],
    [
      'waivers: [{ check: user-id-prefix, reason: "", expires: 2099-01-01 }]',
      ':2:36: waivers.0.reason: must have at least 1 character, is the string "". Why the failure is accepted; printed in every report.',
    ],
    [
      'answers: { user: { statuses: [] } }',
      ':2:20: answers.user.statuses: must have at least 1 item, is an array of length 0. Success statuses, e.g. [200, 201]. Default: any from 200 to 299; beside a schema, 204 only if it is listed.',
    ],
    [
      'waivers:\n  - check: user-id-prefix\n    reason: known',
      ':3:5: waivers.0.expires: is missing. Last day of the waiver, in UTC, as YYYY-MM-DD.',
    ],
    ...['soon', '2031-02-29'].map((expires) => [
      `waivers: [{ check: user-id-prefix, reason: known, expires: ${expires} }]`,
      `:2:51: waivers.0.expires: must match format "date", is the string "${expires}". Last day of the waiver, in UTC, as YYYY-MM-DD.`,
    ]),
  ])('%s', async (line, problem) => {
    expect(await problemsOf(load(`version: 1\n${line}\n`))).toEqual([`contract.yaml${problem}`]);
  });

  test('all of them at once, in a JSON file too', async () => {
    const text = '{\n\n  "latency": { "limitms": 20 },\n  "errorBudget": 2\n}';
    expect(await problemsOf(load(text, 'contract.json'))).toEqual([
      'contract.json:1:1: version: is missing. Version of the contract format: always 1.',
      'contract.json:3:16: latency.limitms: unknown field; the fields here are percentile, limitMs, at, maxStallMs',
      "contract.json:4:3: errorBudget: must be < 1, is the number 2. Share of the valid calls that may end in 5xx, a timeout or a reset (0.001 is 0.1 %). More is a fail, and too few calls to show it at 99 % make a load inconclusive: 0.001 takes 4,600 calls without a failure. Without it, and always for other answers, more than 0.1 % of an endpoint's calls without a success make the run inconclusive.",
    ]);
  });

  test('of what is declared and of the schemas, in one go', async () => {
    const text = `version: 1
answers:
  user: { schema: { type: strin } }
  encrypt: { schemaFile: encrypt.json }
observeOnly: [user-id-sufix]
`;
    const problems = await problemsOf(load(text, 'contract.yaml', { 'encrypt.json': '{ "typ": "object" }' }));
    expect(problems.map((problem) => problem.replace(/[,;.] .*/, ''))).toEqual([
      'contract.yaml:3:21: answers.user.schema.type: must be one of array',
      'contract.yaml:5:15: observeOnly.0: there is no check "user-id-sufix"',
      'encrypt.json:1:1: unknown keyword: "typ"',
    ]);
  });
});
