import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, load, problemsOf } from './contract-fixture.ts';
import { loadContract } from './read-contract.ts';

const hint = 'check the path, or create one with `contract init`';

describe('a file that is no contract is refused', () => {
  test('when there is none', async () => {
    const file = join(folderWith({}), 'none.yaml');
    expect(await problemsOf(loadContract(file, {}))).toEqual([`none.yaml: the file does not exist; ${hint}`]);
  });

  test('when it is a folder', async () => {
    const folder = folderWith({ 'inner/x': '' });
    expect(await problemsOf(loadContract(join(folder, 'inner'), {}))).toEqual([
      'inner: is a folder; name a file',
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
    ['', [`:1:1: is empty; ${hint}`]],
    ['# later\n', [`:1:1: is empty; ${hint}`]],
    [
      'version: 2\n',
      [':1:1: version: must be 1, is the number 2. Version of the contract format: always 1.'],
    ],
    ['hello', [':1:1: must be an object, is the string "hello"']],
    [
      'version: 1\n---\nversion: !!str 1\n',
      [':2:1: a second document begins here; keep one document in the file'],
    ],
    ['version: 1\n? [rate]\n: 5\n', [':2:3: cannot be read: the name of a field must be text']],
    [
      'version: 1\nuser:\n\tstatuses: []\n',
      [':3:1: cannot be read: YAML does not allow tabs as indentation; use spaces'],
    ],
    [
      'v\0e\0r\0s\0i\0o\0n\0',
      [
        ':1:2: the character U+0000 is no text; save the file as UTF-8, or write it as an escape in double quotes',
      ],
    ],
  ])('%j', async (text, problems) => {
    expect(await problemsOf(load(text))).toEqual(problems.map((problem) => `contract.yaml${problem}`));
  });

  test.each([
    ['{\n "version": 1, // first\n "rate": 5\n}', '2:16: is not JSON: '],
    ['{ "version": 1, }', '1:17: is not JSON: '],
    ['{ "version": NaN }', '1:14: is not JSON: '],
    ['{ "version": 1 } {}', '1:18: is not JSON: '],
  ])('when it is called JSON and is none: %j', async (text, problem) => {
    const [said, ...others] = await problemsOf(load(text, 'contract.json'));
    expect(said).toContain(`contract.json:${problem}`);
    expect(others).toEqual([]);
  });

  test.each([
    ['version: 1\nuser: *missing\n', /Unresolved alias .*: missing;/],
    ['version: 1\n<<: 5\n', /Merge sources must be maps/],
    ['user: &a { statuses: [*a] }', /one is inside the part that it repeats/],
    ['user: &a { <<: *a }', /Excessive alias count/],
  ])('when aliases or merge keys cannot be followed: %j', async (text, reason) => {
    const [problem, ...others] = await problemsOf(load(text));
    expect(problem).toMatch(/^contract\.yaml: its aliases cannot be followed: .*; write it without them$/);
    expect(problem).toMatch(reason);
    expect(others).toEqual([]);
  });

  const bomb = [
    'a: &a [x, x]',
    ...[...'bcdefgh'].map((name, index) => {
      const before = `*${'abcdefg'[index]}, `;
      return `${name}: &${name} [${before.repeat(9)}]`;
    }),
  ];
  const distinct = Array.from({ length: 10_000 }, (_, index) => `- &a${index} 1\n- *a${index}\n`);
  test.each([
    ['deep nesting', `version: ${'['.repeat(20_000)}`, 'nested too deep'],
    [
      'lists in lists',
      `backup: { body: ${'['.repeat(101)}${']'.repeat(101)} }`,
      'nested deeper than 100 levels',
    ],
    ['more than 2 MB', `# ${'x'.repeat(2_000_000)}`, 'larger than 2 MB'],
    ['many aliases', `backup: { body: [&a 1${', *a'.repeat(10_000)}] }`, 'Excessive alias count'],
    ['many anchors', distinct.join(''), 'must be an object'],
    ['aliases of aliases', bomb.join('\n'), 'Excessive alias count'],
    ['long aliases', `a: &a ${'x'.repeat(100_000)}\nb: [${'*a, '.repeat(30)}]`, 'larger than 2 MB'],
    ['many fields', Array.from({ length: 20_000 }, (_, index) => `a${index}: 1`).join('\n'), 'unknown field'],
    [
      'many problems',
      `token: { required: [${Array.from({ length: 20_000 }, (_, index) => index)}] }`,
      'missing',
    ],
  ])('when it is large, and soon: %s', async (_, text, problem) => {
    const problems = await problemsOf(load(text));
    expect(problems.join('\n')).toContain(problem);
    expect(problems.length).toBeLessThanOrEqual(21);
  });

  test('when its brackets do not close', async () => {
    const [problem, ...others] = await problemsOf(load('version: 1\nrate: [1\nuser: 2\n'));
    expect(problem).toMatch(/^contract\.yaml:3:1: cannot be read as YAML: /);
    expect(others).toEqual([]);
  });

  test('when it is prose, in one line: all else that the reader says follows from the first', async () => {
    const text = '# A service\n\n**It encrypts.** So:\n\n- `npm start`: starts it.\n\nAnd it: ends.\n';
    const [problem, ...others] = await problemsOf(load(text));
    expect(problem).toMatch(/^contract\.yaml:3:\d+: cannot be read/);
    expect(others).toEqual([]);
  });
});
