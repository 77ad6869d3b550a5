import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, load, problemsOf } from './contract-fixture.ts';
import { loadContract } from './read-contract.ts';

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
      'The waiver of user-id-prefix expired on 1999-12-31. Its failures count again.',
    ]);
    expect((await load(text.replace('1999', '2999'))).warnings).toEqual([]);
  });

  test('a schema that works and is likely not meant is a warning', async () => {
    const text =
      'version: 1\nanswers:\n  sync:\n    schema:\n      type: object\n      properties:\n        n: { type: string, minimum: 3 }\n';
    const { warnings } = await load(text);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/:7:9: answers\.sync\.schema\.properties\.n: .*"minimum"/);
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
  const schema = `{ type: object, properties: { ${token.slice(0, 12)}: { minimum: 3 }, key-0123456789: { minimum: 3 } } }`;
  const text = `version: 1\nanswers: { encrypt: { schema: ${schema} } }\n`;
  const { warnings } = await load(text, 'contract.yaml', {}, env);
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toMatch(/contract\.yaml:2:\d+: \[left out: this repeats a secret\]$/);
  expect(warnings[1]).toContain('schema.properties.[ACCESS_TOKEN]');
  const [problem] = await problemsOf(load('version: key-0123456789', 'contract.yaml', {}, env));
  expect(problem).toContain('is the string "[ACCESS_TOKEN]"');
});

describe('a file that is no contract is refused', () => {
  test('when there is none', async () => {
    const file = join(folderWith({}), 'none.yaml');
    expect(await problemsOf(loadContract(file, {}))).toEqual([
      'none.yaml: the file does not exist; check the path, or create one with `contract init`',
    ]);
  });

  test('when it is a folder', async () => {
    const folder = folderWith({ 'inner/x': '' });
    expect(await problemsOf(loadContract(join(folder, 'inner'), {}))).toEqual([
      'inner: cannot be read (EISDIR)',
    ]);
  });

  test('when it is not text', async () => {
    const file = join(
      folderWith({ 'contract.yaml': Buffer.from([0xff, 0xfe, 0x76, 0x00]) }),
      'contract.yaml',
    );
    expect(await problemsOf(loadContract(file, {}))).toEqual([
      'contract.yaml: is not UTF-8 text; save it as UTF-8',
    ]);
  });

  test.each([
    ['', ['contract.yaml:1:1: is empty; check the path, or create one with `contract init`']],
    ['# later\n', ['contract.yaml:1:1: is empty; check the path, or create one with `contract init`']],
    ['hello', ['contract.yaml:1:1: must be object, is the string "hello"']],
    ['version: 1\nrate: .nan', ['contract.yaml: cannot be read: rate is NaN, and JSON has no such number']],
    [
      'version: 1\nrate: 5\nrate: 6\n',
      ['contract.yaml:3:1: this field appears twice in its mapping; keep one'],
    ],
    [
      'version: 1\n---\nversion: 1\n',
      ['contract.yaml:2:1: a second document begins here; keep one document in the file'],
    ],
    [
      'version: 1\nuser:\n\tstatuses: []\n',
      ['contract.yaml:3:1: cannot be read: YAML does not allow tabs as indentation; use spaces'],
    ],
    [
      'version: 1\n<<: { rate: 5 }\n',
      [
        'contract.yaml:2:1: <<: unknown field; the fields here are $schema, version, answers, refusal, user, token, encrypt, backup, latency, rate, errorBudget, availability, observeOnly, waivers',
      ],
    ],
    [
      '{"version": 1, "rate": 5, "rate": 6}',
      ['contract.yaml:1:27: this field appears twice in its mapping; keep one'],
    ],
    [
      'version: 1\n? [rate]\n: 5\n',
      ['contract.yaml:2:3: cannot be read: With stringKeys, all keys must be strings'],
    ],
    [
      'version: 1\nbackup: { body: !secret x }\n',
      ['contract.yaml:2:17: cannot be read: Unresolved tag: !secret'],
    ],
  ])('%j', async (text, problems) => {
    expect(await problemsOf(load(text))).toEqual(problems);
  });

  test.each([
    ['user: *missing', /anchor must be set before the alias\): missing$/],
    ['user: &a { statuses: [*a] }', /an alias is inside the part that it repeats/],
    ['user: &a { <<: *a }', /an alias is inside the part that it repeats/],
  ])('when an alias has no value: %s', async (line, words) => {
    const [problem, ...others] = await problemsOf(load(`version: 1\n${line}\n`));
    expect(problem).toMatch(/^contract\.yaml: cannot be read: /);
    expect(problem).toMatch(words);
    expect(others).toEqual([]);
  });

  test('when its aliases would fill the memory', async () => {
    const levels = [...'bcdefgh'].map(
      (name, index) => `${name}: &${name} [${'*'.concat('abcdefg'[index] ?? '', ', ').repeat(9)}]\n`,
    );
    const [problem, ...others] = await problemsOf(load(`version: 1\na: &a [x, x]\n${levels.join('')}`));
    expect(problem).toMatch(/^contract\.yaml: cannot be read: Excessive alias count/);
    expect(others).toEqual([]);
  });

  test.each([
    ['deep nesting', `version: ${'['.repeat(20_000)}`, 'nested too deep'],
    ['more than 2 MB', `# ${'x'.repeat(2_000_000)}`, 'larger than 2 MB'],
    ['many aliases', `backup: { body: [&a 1${', *a'.repeat(30_000)}] }`, 'Excessive alias count'],
  ])('when it is large: %s', async (_, text, problem) => {
    expect((await problemsOf(load(text)))[0]).toContain(problem);
  });

  test('when its brackets do not close', async () => {
    const [problem, ...others] = await problemsOf(load('version: 1\nrate: [1\nuser: 2\n'));
    expect(problem).toMatch(/^contract\.yaml:3:1: cannot be read: /);
    expect(others).toEqual([]);
  });
});
