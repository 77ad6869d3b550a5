import { describe, expect, test } from 'vitest';
import { load, problemsOf } from './contract-fixture.ts';

describe("the operator's schemas are judged where they stand", () => {
  const encrypt = (...lines: string[]): string =>
    ['version: 1', 'answers:', '  encrypt:', '    schema:', ...lines.map((line) => `      ${line}`), ''].join(
      '\n',
    );

  test.each([
    [
      ['$schema: constructor'],
      [expect.stringContaining('answers.encrypt.schema.$schema: only two dialects are supported')],
    ],
    [
      ['$schema: { toString: 1 }'],
      [expect.stringContaining('answers.encrypt.schema.$schema: only two dialects are supported')],
    ],
    [
      ['propertes: {}'],
      [':4:5: answers.encrypt.schema: unknown keyword: "propertes"; the names of your own begin with x-'],
    ],
    [
      ['type: strin'],
      [
        ':5:7: answers.encrypt.schema.type: must be one of array, boolean, integer, null, number, object, string, is the string "strin"',
      ],
    ],
    [
      ['type: array', 'items: [{}]'],
      [':6:7: answers.encrypt.schema.items: must be an object or a boolean, is an array of length 1'],
    ],
    [
      ['properties: { id: { format: uuuid } }'],
      [':5:21: answers.encrypt.schema.properties.id: unknown format "uuuid"'],
    ],
    [
      ['properties: { id: { $ref: "https://schemas.example/id.json" } }'],
      [
        ":4:5: answers.encrypt.schema: can't resolve reference https://schemas.example/id.json, and schemas are not downloaded",
      ],
    ],
    [['$ref: "#"'], [':4:5: answers.encrypt.schema: refers to itself without end']],
    [
      ['pattern: "^\\\\p{L}+$"'],
      [
        ":4:5: answers.encrypt.schema: the pattern ^\\p{L}+$ would match nothing: k6's engine does not support \\p{…}; list the characters instead, e.g. [A-Za-z]",
      ],
    ],
    [
      ['patternProperties: { "\\\\P{L}": true }'],
      [
        ":4:5: answers.encrypt.schema: the pattern \\P{L} would match nothing: k6's engine does not support \\p{…}; list the characters instead, e.g. [A-Za-z]",
      ],
    ],
    [
      ['pattern: "^[{0}]{0,4294967295}$"'],
      [
        ":4:5: answers.encrypt.schema: the pattern ^[{0}]{0,4294967295}$ has a count that k6's engine does not know; write it without a leading 0 and below 1000000000, or leave it open, e.g. {1,}",
      ],
    ],
    [
      ['pattern: "^[0-9]{1,08}$"'],
      [
        ":4:5: answers.encrypt.schema: the pattern ^[0-9]{1,08}$ has a count that k6's engine does not know; write it without a leading 0 and below 1000000000, or leave it open, e.g. {1,}",
      ],
    ],
    [
      ['pattern: "["'],
      [':4:5: answers.encrypt.schema: Invalid regular expression: /[/u: Unterminated character class'],
    ],
    [
      ['$schema: http://json-schema.org/draft-04/schema#'],
      [
        ':5:7: answers.encrypt.schema.$schema: only two dialects are supported: https://json-schema.org/draft/2020-12/schema (the default) and http://json-schema.org/draft-07/schema#',
      ],
    ],
    [
      ['x-a: 1', 'properts: {}', 'properties: { a: { requird: [b], x-b: 1 } }'],
      [
        expect.stringContaining(':4:5: answers.encrypt.schema: unknown keyword: "properts"'),
        expect.stringContaining(':4:5: answers.encrypt.schema: unknown keyword: "requird"'),
      ],
    ],
    [
      ['properties: { c: { pattern: "[" } }', 'items: { pattern: "\\\\p{L}" }', 'minContains: 2'],
      [
        expect.stringContaining(':4:5: answers.encrypt.schema: the pattern \\p{L} would match nothing'),
        ':4:5: answers.encrypt.schema: "minContains" without "contains" is ignored',
        ':4:5: answers.encrypt.schema: Invalid regular expression: /[/u: Unterminated character class',
      ],
    ],
    [
      [
        'properties: { a: { $ref: "#/components/schemas/A" }, b: { pattern: "[" } }',
        'items: { $ref: "#/components/schemas/A" }',
      ],
      [
        ":4:5: answers.encrypt.schema: can't resolve reference #/components/schemas/A, and schemas are not downloaded",
      ],
    ],
    [
      ['$async: true'],
      [':4:5: answers.encrypt.schema: unknown keyword: "$async"; the names of your own begin with x-'],
    ],
    [
      ['properties: { a: { minLength: -1 }, b: { minLength: x } }'],
      [
        ':5:26: answers.encrypt.schema.properties.a.minLength: must be >= 0, is the number -1',
        ':5:48: answers.encrypt.schema.properties.b.minLength: must be an integer, is the string "x"',
      ],
    ],
  ])('%j', async (lines, problems) => {
    const text = encrypt(...lines);
    const said = await problemsOf(load(text));
    expect(said.map((problem) => problem.replace('contract.yaml', ''))).toEqual(problems);
  });

  test.each([
    [['properties: { pattern: { enum: ["\\\\p{L}"] } }']],
    [['pattern: "^\\\\\\\\p{2}$"']],
    [['pattern: "^[A-Za-z0-9+/]{0,400000}={0,2}$"']],
    [['pattern: "^[{00}]\\\\{00\\\\}\\\\u{0041}(?:a|[)\\\\]{00}]){0}$"']],
    [
      [
        '$schema: http://json-schema.org/draft-07/schema#',
        'type: array',
        'items: [{}]',
        'minItems: 1',
        'additionalItems: false',
      ],
    ],
    [
      [
        '$schema: https://json-schema.org/draft/2020-12/schema',
        'type: array',
        'items: { $ref: "#/$defs/id" }',
        '$defs: { id: { type: [string, "null"], format: uuid } }',
      ],
    ],
    [['type: object', 'properties: { next: { $ref: "#" } }']],
    [['anyOf: [{ required: [a] }, { required: [b] }]']],
    [
      [
        'x-internal: { any: [thing] }',
        'properties: { id: { type: string, x-faker: uuid, example: a, xml: { attribute: true }, format: int64 } }',
        'externalDocs: { url: https://example.com }',
        'discriminator: { propertyName: kind }',
      ],
    ],
  ])('%j is taken', async (lines) => {
    const { contract } = await load(encrypt(...lines));
    expect(contract.answers?.encrypt?.schema).toBeTypeOf('object');
  });

  test('in a file of its own', async () => {
    const text = 'version: 1\nrefusal: { schemaFile: refusal.json }\n';
    expect(await problemsOf(load(text))).toEqual([
      'refusal.json: the file does not exist; name a JSON Schema by its path from the contract',
    ]);
    expect(await problemsOf(load(text, 'contract.yaml', { 'refusal.json': '' }))).toEqual([
      'refusal.json:1:1: is empty; name a JSON Schema by its path from the contract',
    ]);
    expect(
      await problemsOf(load(text, 'contract.yaml', { 'refusal.json': '{\n  "typ": "object"\n}' })),
    ).toEqual(['refusal.json:1:1: unknown keyword: "typ"; the names of your own begin with x-']);
    expect(await problemsOf(load(text, 'contract.yaml', { 'refusal.json': '[]' }))).toEqual([
      'refusal.json:1:1: must be an object or a boolean, is an array of length 0',
    ]);
  });
});
