import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classifyTimestamp, contestedForms, faults } from '../iso8601.ts';

interface Corpus {
  conformant: string[];
  /** Keys: names of contested forms, joined by ' + ' where a text has several. */
  contested: Record<string, string[]>;
  violation: Record<keyof typeof faults, string[]>;
}

const corpus: Corpus = JSON.parse(readFileSync(new URL('corpus.json', import.meta.url), 'utf8'));

function contested(names: string) {
  const forms = names.split(' + ').map((name) => contestedForms[name as keyof typeof contestedForms]);
  return { kind: 'contested', form: forms.join('; ') };
}

describe('the corpus of timestamps', () => {
  it.each(corpus.conformant)('%j is conformant', (text) => {
    expect(classifyTimestamp(text)).toEqual({ kind: 'conformant' });
  });

  const contestedRows = Object.entries(corpus.contested).flatMap(([names, texts]) =>
    texts.map((text) => [text, names] as const),
  );
  it.each(contestedRows)('%j is contested: %s', (text, names) => {
    expect(classifyTimestamp(text)).toEqual(contested(names));
  });

  const violationRows = (Object.keys(corpus.violation) as (keyof typeof faults)[]).flatMap((fault) =>
    corpus.violation[fault].map((text) => [text, fault] as const),
  );
  it.each(violationRows)('%j is a violation: %s', (text, fault) => {
    expect(classifyTimestamp(text)).toEqual({ kind: 'violation', ...faults[fault] });
  });

  it('has an example of every fault and of every contested form', () => {
    expect(Object.keys(corpus.violation).sort()).toEqual(Object.keys(faults).sort());
    const forms = new Set(Object.keys(corpus.contested).flatMap((names) => names.split(' + ')));
    expect([...forms].sort()).toEqual(Object.keys(contestedForms).sort());
  });

  it('holds no text twice', () => {
    const texts = [
      ...corpus.conformant,
      ...Object.values(corpus.contested).flat(),
      ...Object.values(corpus.violation).flat(),
    ];
    expect(new Set(texts).size).toBe(texts.length);
  });
});
