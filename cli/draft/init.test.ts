import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import contractSchema from '../../schemas/contract.schema.json';
import { encrypt } from '../../service/conformant-service.ts';
import { load } from '../contract/contract-fixture.ts';
import { starterContract } from './contract-commands.ts';
import { declares, uncommented } from './draft-fixture.ts';

const lines = starterContract().split('\n');

const declarations = uncommented(lines);

/** The declarations one by one: each a top-level field with all that stands under it. */
const blocks = declarations.reduce<string[][]>((found, line, index) => {
  if (!declares(lines[index] ?? '')) return found;
  if (/^\S/.test(line)) found.push([]);
  found.at(-1)?.push(line);
  return found;
}, []);

describe('the starter contract', () => {
  test('declares nothing as it is written', async () => {
    expect((await load(lines.join('\n'))).contract).toEqual({ version: 1 });
  });

  test('is valid with all its declarations', async () => {
    const { contract, warnings } = await load(declarations.join('\n'));
    expect(Object.keys(contract).toSorted()).toEqual(
      Object.keys(contractSchema.properties)
        .filter((name) => name !== '$schema')
        .toSorted(),
    );
    expect(warnings).toEqual([]);
  });

  test.each(blocks.map((block) => [block[0], block] as const))('is valid with %s alone', async (_, block) => {
    expect(Object.keys((await load(['version: 1', ...block, ''].join('\n'))).contract)).toHaveLength(2);
  });
});

test('every proposed answer of encrypt admits an empty text, whose ciphertext is empty', () => {
  const page = readFileSync('docs/how-to/contract.md', 'utf8');
  const [, first = ''] = /^```yaml contract\n(.*?)^```$/ms.exec(page) ?? [];
  for (const contract of [parse(declarations.join('\n')), parse(first)]) {
    const admits = new Ajv().compile(contract.answers.encrypt.schema);
    expect(admits(encrypt('', Buffer.alloc(32)))).toBe(true);
    expect(admits({})).toBe(false);
  }
});
