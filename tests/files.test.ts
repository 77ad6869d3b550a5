import { readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { all, code, folderOf, root } from './sources.ts';

const productFolders = ['schemas', 'checks', 'reports', 'scenarios', 'cli', 'service'];

describe("what k6's engine cannot do", () => {
  const inEngine = code.filter((file) =>
    ['schemas', 'checks', 'reports', 'scenarios'].includes(folderOf(file)),
  );

  it.each([
    ['\\p{…} never matches', /\\p\{/],
    ['toLocaleString throws', /toLocale\w*String|localeCompare/],
    [
      'there is no Intl, URL, structuredClone',
      /\b(Intl|structuredClone|URLSearchParams|performance)\b\.?\(|new URL\(|\bIntl\./,
    ],
  ])('%s', (_, pattern) => {
    expect(inEngine.filter((file) => pattern.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});

describe('the files', () => {
  it('are short: none over 250 lines', () => {
    const lengths = all.map((file) => [readFileSync(file, 'utf8').split('\n').length, relative(root, file)]);
    expect(lengths.filter(([length = 0]) => Number(length) > 251)).toEqual([]);
  });

  it('have no pattern that refers back where long texts are read: k6 takes 50 ms for a short one', () => {
    const read = code.filter((file) => ['checks', 'reports'].includes(folderOf(file)));
    const refersBack = (file: string) => /(?<!\\)\\[1-9]/.test(readFileSync(file, 'utf8'));
    expect(read.filter(refersBack)).toEqual([]);
  });

  it('export no two things under one name', () => {
    const product = code.filter((file) => productFolders.includes(folderOf(file)));
    const exported = product.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const names = text.matchAll(/^export (?:async )?(?:function|const|interface|type|class) (\w+)/gm);
      return [...names].map(([, name]) => `${name}`);
    });
    expect(exported.length).toBeGreaterThan(500);
    expect(exported.filter((name, index) => exported.indexOf(name) < index)).toEqual([]);
  });

  it('have names that say something, and each its own', () => {
    expect(all.filter((file) => /\/(utils?|helpers?|common|manager)[.-]/.test(file))).toEqual([]);
    const product = code.filter((file) => productFolders.includes(folderOf(file)));
    const names = product.map((file) => basename(file)).filter((name) => name !== 'index.ts');
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
  });
});
