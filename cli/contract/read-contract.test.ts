import { describe, expect, test } from 'vitest';
import { load, problemsOf } from './contract-fixture.ts';

describe('a contract is read', () => {
  test('from YAML', async () => {
    const { contract, warnings, file } = await load('version: 1\nanswers:\n  user: { statuses: [200] }\n');
    expect(contract).toEqual({ version: 1, answers: { user: { statuses: [200] } } });
    expect(warnings).toEqual([]);
    expect(file).toMatch(/contract\.yaml$/);
  });

  test('from JSON, with tabs and a byte order mark', async () => {
    const text = '\ufeff{\n\t"version": 1,\n\t"latency": { "percentile": "every" }\n}';
    expect((await load(text, 'contract.json')).contract).toEqual({
      version: 1,
      latency: { percentile: 'every' },
    });
  });

  test('with anchors', async () => {
    const text = 'version: 1\nanswers:\n  sync: &ok { statuses: [200] }\n  backup: *ok\n';
    expect((await load(text)).contract.answers?.backup).toEqual({ statuses: [200] });
  });

  test('with merge keys, and with a field of that name', async () => {
    const text = `version: 1
answers:
  sync: &ok { statuses: [200], schema: true }
  backup: { <<: *ok, statuses: [201] }
  user: { <<: [*ok, { statuses: [299] }] }
backup: { body: { "<<": 1, __proto__: 2, constructor: 3 } }
`;
    const { answers, backup } = (await load(text)).contract;
    expect(answers?.backup).toEqual({ statuses: [201], schema: true });
    expect(answers?.user).toEqual({ statuses: [200], schema: true });
    expect(JSON.stringify(backup?.body)).toBe('{"<<":1,"__proto__":2,"constructor":3}');
  });

  test('with schemas in files of their own', async () => {
    const text =
      'version: 1\nanswers: { encrypt: { schemaFile: schemas/encrypt.json } }\nrefusal: { schemaFile: refusal.yaml }\n';
    const others = { 'schemas/encrypt.json': '{ "type": "object" }', 'refusal.yaml': 'type: string' };
    expect((await load(text, 'contract.yaml', others)).contract).toEqual({
      version: 1,
      answers: { encrypt: { schema: { type: 'object' } } },
      refusal: { schema: { type: 'string' } },
    });
  });

  test('an expired waiver is a warning: the run itself says so in its verdict', async () => {
    const text = 'version: 1\nwaivers: [{ check: user-id-prefix, reason: known, expires: 1999-12-31 }]\n';
    expect((await load(text)).warnings).toEqual([
      'The waiver of user-id-prefix expired on 1999-12-31. This fails every run. Fix the service and remove the waiver, or set a later date.',
    ]);
    expect((await load(text.replace('1999', '2999'))).warnings).toEqual([]);
  });
});

const token = 'some-token-0123456789abcdef';

test.each([
  ['as a value', `version: 1\nbackup: { body: { k: ${token.toUpperCase()} } }\n`, ':2'],
  ['as a name', `version: 1\nbackup: { body: { ${token}: 1 } }\n`, ':2'],
  ['in a comment', `version: 1\n# ${token}\n`, ':2'],
  ['escaped', `version: 1\nbackup: { body: { "\\x73${token.slice(1)}": 1 } }\n`, ''],
  ['where it is wrong', `version: ${token}\n`, ':1'],
])('a contract that holds the access token is refused: %s', async (_, text, place) => {
  for (const name of ['ACCESS_TOKEN', 'COMPARE_ACCESS_TOKEN'])
    expect(await problemsOf(load(text, 'contract.yaml', {}, { [name]: token }))).toEqual([
      `contract.yaml${place}: holds the access token; remove it, or use another token`,
    ]);
});

test('nothing that is said of a contract shows a secret', async () => {
  const env = { ACCESS_TOKEN: token, REQUEST_HEADERS: 'X-Key: key-0123456789' };
  const schema = `{ properties: { ${token.slice(0, 12)}: { minimum: x }, key-0123456789: { minimum: x } } }`;
  const text = `version: 1\nanswers: { encrypt: { schema: ${schema} } }\n`;
  const problems = await problemsOf(load(text, 'contract.yaml', {}, env));
  expect(problems).toHaveLength(2);
  expect(problems[0]).toMatch(/contract\.yaml:2:\d+: \[left out: this repeats a secret\]$/);
  expect(problems[1]).toContain('schema.properties.[ACCESS_TOKEN]');
  const [problem] = await problemsOf(load('version: key-0123456789', 'contract.yaml', {}, env));
  expect(problem).toContain('is the string "[ACCESS_TOKEN]"');
});

describe('what would not be read as it is written is refused, all of it at once', () => {
  const choose = 'write the one that is meant';
  const other = 'write another number, or put it in quotes if it is text';
  const tag = 'and JSON has no tags; write the value without it';

  test.each<[string, string]>([
    ['yes', `yes is "yes" in YAML 1.2 and true in YAML 1.1; ${choose}`],
    ['Off', `Off is "Off" in YAML 1.2 and false in YAML 1.1; ${choose}`],
    ['010', `010 is 10 in YAML 1.2 and 8 in YAML 1.1; ${choose}`],
    ['0o17', `0o17 is 15 in YAML 1.2 and "0o17" in YAML 1.1; ${choose}`],
    ['1_000', `1_000 is "1_000" in YAML 1.2 and 1000 in YAML 1.1; ${choose}`],
    ['12:30:45', `12:30:45 is "12:30:45" in YAML 1.2 and 45045 in YAML 1.1; ${choose}`],
    ['12345678901234567890', `12345678901234567890 would become 12345678901234567000; ${other}`],
    ['9007199254740993', `9007199254740993 would become 9007199254740992; ${other}`],
    ['0x20000000000001', `0x20000000000001 would become 9007199254740992; ${other}`],
    ['1e400', `1e400 is no number of JSON; ${other}`],
    ['-.inf', `-.inf is no number of JSON; ${other}`],
    ['.NaN', `.NaN is no number of JSON; ${other}`],
    ['', 'has no value; write one, or remove the field'],
    ['!!binary aGk=', `has the tag !!binary, ${tag}`],
    ['!!str 5', `has the tag !!str, ${tag}`],
    ['!!set { a: 1 }', `has the tag !!set, ${tag}`],
    ['!!js/function "() => 1"', `has the tag !!js/function, ${tag}`],
    ['!own [1]', `has the tag !own, ${tag}`],
  ])('%s', async (text, words) => {
    for (const [before, after] of [
      ['backup:\n  body:', ''],
      ['answers:\n  sync:\n    schema: { const:', ' }'],
    ]) {
      const [problem, ...others] = await problemsOf(load(`version: 1\n${before} ${text}${after}\n`));
      expect(problem).toMatch(/^contract\.yaml:\d+:\d+: (backup\.body|answers\.sync\.schema\.const): /);
      expect(problem).toContain(words);
      expect(others).toEqual([]);
    }
  });

  const read = `latency: { percentile: 10, limitMs: 20 }
answers: { user: { statuses: [404], schema: { typ: string } } }
waivers: [{ check: user-id-prefx, reason: known }, 5, { check: nothing, expires: soon, reason: known }]
observeOnly: [5, user-id-sufix]
token: { required: [usr, user], notRequired: [user] }
`;
  test.each([
    [
      'before all else',
      `version: 1
${read}backup: { body: { id: 9007199254740993, id: !!str 2 } }
user: { statuses: [yes] }
rate: 1e400
version: 1
`,
      [
        '7:41: backup.body.id: 90071992547409',
        '7:41: backup.body.id: this field app',
        '7:41: backup.body.id: has the tag !!',
        '8:20: user.statuses.0: yes is "yes" ',
        '9:1: rate: 1e400 is no number of JSO',
        '10:1: version: this field appears tw',
      ],
    ],
    [
      'then what is no contract',
      `version: 1
${read}`,
      [
        '2:12: latency.percentile: must be >=',
        '3:31: answers.user.statuses.0: must ',
        '4:11: waivers.0.expires: is missing.',
        '4:52: waivers.1: must be an object, ',
        '4:73: waivers.2.expires: must match ',
        '5:15: observeOnly.0: must be a strin',
        '6:21: token.required.0: must be one ',
      ],
    ],
    [
      'then what a contract may not say',
      `version: 1
answers: { user: { schema: { typ: string } } }
waivers: [{ check: user-id-prefx, reason: known, expires: 2099-01-01 }]
observeOnly: [user-id-sufix]
token: { required: [user], notRequired: [user] }
`,
      [
        '2:20: answers.user.schema: unknown k',
        '3:13: waivers.0.check: there is no c',
        '4:15: observeOnly.0: there is no che',
        '5:42: token.notRequired.0: "user" is',
      ],
    ],
  ])('%s', async (_, text, expected) => {
    const problems = await problemsOf(load(text));
    expect(problems.map((problem) => problem.replace(/^contract\.yaml:(.{36}).*/, '$1'))).toEqual(expected);
  });

  test.each([
    [
      'true, .5, 1e3, 0x10, -0, 9007199254740992, null, ~',
      [true, 0.5, 1000, 16, 0, 9007199254740992, null, null],
    ],
    [
      '"yes", "010", \'1e400\', on call, 2026-01-02, ., "\\ud83d\\ude00"',
      ['yes', '010', '1e400', 'on call', '2026-01-02', '.', '😀'],
    ],
  ])('and not what is plain: %s', async (text, body) => {
    expect((await load(`version: 1\nbackup: { body: [${text}] }\n`)).contract.backup?.body).toEqual(body);
  });
});
