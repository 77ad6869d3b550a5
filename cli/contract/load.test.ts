import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, known, load, problemsOf, today } from './contract-fixture.ts';
import { loadContract } from './load.ts';

describe('a contract is read', () => {
  test('from YAML', async () => {
    const { contract, warnings, file } = await load('version: 1\nanswers:\n  user: { statuses: [200] }\n');
    expect(contract).toEqual({ version: 1, answers: { user: { statuses: [200] } } });
    expect(warnings).toEqual([]);
    expect(file).toMatch(/contract\.yaml$/);
  });

  test('from JSON with comments, tabs and trailing commas', async () => {
    const text = '{\n\t// why\n\t"version": 1, /* 20 ms\n*/\n\t"latency": { "percentile": "every", },\n}';
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
    const others = { 'schemas/encrypt.json': '{ "type": "object" } // any', 'refusal.yaml': 'type: string' };
    expect((await load(text, 'contract.yaml', others)).contract).toEqual({
      version: 1,
      answers: { encrypt: { schema: { type: 'object' } } },
      refusal: { schema: { type: 'string' } },
    });
  });

  test('an expired waiver is a warning: the run itself says so in its verdict', async () => {
    const text = 'version: 1\nwaivers: [{ check: user-id-prefix, reason: known, expires: 2030-06-14 }]\n';
    const { warnings } = await load(text);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/:2:60: waivers\.0\.expires: the waiver of "user-id-prefix" has expired/);
    expect((await load(text.replace('14', '15'))).warnings).toEqual([]);
  });

  test('a schema that works and is likely not meant is a warning', async () => {
    const text =
      'version: 1\nanswers:\n  sync:\n    schema:\n      type: object\n      properties:\n        n: { type: string, minimum: 3 }\n';
    const { warnings } = await load(text);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/:7:12: answers\.sync\.schema\.properties\.n: .*"minimum"/);
  });
});

describe('a file that is no contract is refused', () => {
  test('when there is none', async () => {
    const file = join(folderWith({}), 'none.yaml');
    expect(await problemsOf(loadContract(file, today, known))).toEqual([
      'none.yaml: there is no such file; check the path, or write one with `contract init`',
    ]);
  });

  test('when it is a folder', async () => {
    const folder = folderWith({ 'inner/x': '' });
    expect(await problemsOf(loadContract(join(folder, 'inner'), today, known))).toEqual([
      'inner: is a folder; name the contract file in it',
    ]);
  });

  test('when it is not text', async () => {
    const file = join(
      folderWith({ 'contract.yaml': Buffer.from([0xff, 0xfe, 0x76, 0x00]) }),
      'contract.yaml',
    );
    expect(await problemsOf(loadContract(file, today, known))).toEqual([
      'contract.yaml: is not UTF-8 text; save it as UTF-8',
    ]);
  });

  test.each([
    ['', ['contract.yaml: is empty; `contract init` writes a commented one']],
    ['# later\n', ['contract.yaml:1:1: holds nothing but comments; add at least `version: 1`']],
    ['hello', ['contract.yaml:1:1: must be a mapping, is the string "hello"']],
    [
      'version: 1\nrate: 5\nrate: 6\n',
      ['contract.yaml:3:1: this field stands twice in its mapping; keep one'],
    ],
    [
      'version: 1\n---\nversion: 1\n',
      ['contract.yaml:2:1: a second document begins here; keep one document in the file'],
    ],
    [
      'version: 1\nuser:\n\tstatuses: []\n',
      ['contract.yaml:3:1: cannot be read: YAML takes no tabs as indentation; use spaces'],
    ],
    ['version: 1\nuser: *missing\n', ['contract.yaml:2:7: there is no anchor &missing before this alias']],
    [
      'version: 1\nuser: &a { statuses: [*a] }\n',
      ['contract.yaml:2:23: the alias *a stands inside what it repeats'],
    ],
    ['version: 1\nbackup: { body: .nan }\n', ['contract.yaml:2:17: JSON has no such number']],
    [
      'version: 1\nbackup: { body: !secret x }\n',
      ['contract.yaml:2:17: cannot be read: Unresolved tag: !secret'],
    ],
  ])('%j', async (text, problems) => {
    expect(await problemsOf(load(text))).toEqual(problems);
  });

  test('when its brackets do not close', async () => {
    const [problem, ...others] = await problemsOf(load('version: 1\nrate: [1\nuser: 2\n'));
    expect(problem).toMatch(/^contract\.yaml:3:1: cannot be read: /);
    expect(others).toEqual([]);
  });
});
