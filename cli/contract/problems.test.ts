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
      ':2:12: latency.limitMs: must be more than 0, is the number 0. The limit in milliseconds; a call that takes exactly this long is not under it. Default: 20, as in the document.',
    ],
    ['user: { colour: red }', ':2:9: user.colour: unknown field; the fields here are statuses'],
    [
      'rate: fast',
      ':2:1: rate: must be a whole number, is the string "fast". Requests per second of all endpoints together. Default: by profile.',
    ],
    [
      'rate: 0',
      ':2:1: rate: must be 1 or more, is the number 0. Requests per second of all endpoints together. Default: by profile.',
    ],
    [
      'latency: { percentile: 10 }',
      ':2:12: latency.percentile: must be 50 or more, is the number 10. Percentage of the calls, from 50 to 99.99, or "every".',
    ],
    [
      'latency: { percentile: evry }',
      ':2:12: latency.percentile: must be a number, is the string "evry". Percentage of the calls, from 50 to 99.99, or "every".',
    ],
    [
      'token: { required: [usr] }',
      ':2:21: token.required.0: must be "user" or "sync" or "backup", is the string "usr". An endpoint for which the document does not say whether it needs a token.',
    ],
    [
      'answers: { user: { statuses: [404] } }',
      ':2:31: answers.user.statuses.0: must be 299 or less, is the number 404. An HTTP status from 200 to 299; no other is a success.',
    ],
    [
      'answers: { user: { schema: {}, schemaFile: x } }',
      ':2:12: answers.user: has both `schema` and `schemaFile`; keep one',
    ],
    ['answers: { encrypt: 5 }', ':2:12: answers.encrypt: must be a mapping, is the number 5'],
    [
      'user: { statuses: [a, b, a] }',
      ':2:9: user.statuses: must not hold the same item twice, is an array of length 3. Allowed values of user.status besides `verified`, which the document allows. Default: any string.',
    ],
    [
      'waivers: [{ check: user-id-prefix, reason: "", expires: 2099-01-01 }]',
      ':2:36: waivers.0.reason: must not be empty, is the string "". Why the failure is accepted; printed in every report.',
    ],
    [
      'answers: { user: { statuses: [] } }',
      ':2:20: answers.user.statuses: must not be empty, is an array of length 0. Success statuses, e.g. [200, 201]. Default: any from 200 to 299; beside a schema, 204 only if it is listed.',
    ],
    [
      'waivers:\n  - check: user-id-prefix\n    reason: known',
      ':3:5: waivers.0.expires: is missing. Last day of the waiver, in UTC, as YYYY-MM-DD.',
    ],
    ...['soon', '2031-02-29'].map((expires) => [
      `waivers: [{ check: user-id-prefix, reason: known, expires: ${expires} }]`,
      `:2:51: waivers.0.expires: must be a date that exists, is the string "${expires}". Last day of the waiver, in UTC, as YYYY-MM-DD.`,
    ]),
  ])('%s', async (line, problem) => {
    expect(await problemsOf(load(`version: 1\n${line}\n`))).toEqual([`contract.yaml${problem}`]);
  });

  test('all of them at once, in a JSON file too', async () => {
    const text = '{\n\n  "latency": { "limitms": 20 },\n  "errorBudget": 2\n}';
    expect(await problemsOf(load(text, 'contract.json'))).toEqual([
      'contract.json:1:1: version: is missing. Version of the contract format: always 1.',
      'contract.json:3:16: latency.limitms: unknown field; the fields here are percentile, limitMs, at, maxStallMs',
      "contract.json:4:3: errorBudget: must be less than 1, is the number 2. Share of the valid calls that may end in 5xx, a timeout or a reset (0.001 is 0.1 %). More is a fail. Without it, and always for other answers, more than 0.1 % of an endpoint's calls without a success make the run inconclusive.",
    ]);
  });

  test('of the form, of what is declared and of the schemas, in one go', async () => {
    const text = `version: 1
answers:
  sync: { schemaFile: none.json }
  user: { schema: { type: strin }, statuses: [404] }
  encrypt: { schemaFile: encrypt.json }
refusal: { schema: {}, schemaFile: x }
rate: fast
observeOnly: [5, user-id-sufix]
waivers: [{ check: 3, reason: known, expires: 2031-02-29 }, { check: user-id-prefx }]
`;
    const problems = await problemsOf(load(text, 'contract.yaml', { 'encrypt.json': '{ "typ": "object" }' }));
    expect(problems.map((problem) => problem.replace(/[,;.] .*/, ''))).toEqual([
      'contract.yaml:3:11: answers.sync.schemaFile: none.json: the file does not exist',
      'contract.yaml:4:21: answers.user.schema.type: must be "array" or "boolean" or "integer" or "null" or "number" or "object" or "string"',
      'contract.yaml:4:47: answers.user.statuses.0: must be 299 or less',
      'contract.yaml:6:1: refusal: has both `schema` and `schemaFile`',
      'contract.yaml:7:1: rate: must be a whole number',
      'contract.yaml:8:15: observeOnly.0: must be a string',
      'contract.yaml:8:18: observeOnly.1: there is no check "user-id-sufix"',
      'contract.yaml:9:13: waivers.0.check: must be a string',
      'contract.yaml:9:38: waivers.0.expires: must be a date that exists',
      'contract.yaml:9:61: waivers.1.reason: is missing',
      'contract.yaml:9:61: waivers.1.expires: is missing',
      'contract.yaml:9:63: waivers.1.check: there is no check "user-id-prefx"',
      'encrypt.json:1:1: unknown keyword: "typ"',
    ]);
  });
});
