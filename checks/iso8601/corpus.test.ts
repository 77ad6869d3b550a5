import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classifyTimestamp, faults, unusualForm } from '../iso8601.ts';

interface Corpus {
  conformant: string[];
  /** Keys: what editions and readers of ISO 8601 differ in. */
  contested: Record<string, string[]>;
  violation: Record<keyof typeof faults, string[]>;
}

const corpus: Corpus = JSON.parse(readFileSync(new URL('corpus.json', import.meta.url), 'utf8'));

describe('the corpus of timestamps', () => {
  it.each(corpus.conformant)('%j has no fault', (text) => {
    expect(classifyTimestamp(text).kind).not.toBe('violation');
  });

  const contestedRows = Object.entries(corpus.contested).flatMap(([names, texts]) =>
    texts.map((text) => [text, names] as const),
  );
  it.each(contestedRows)('%j is contested: %s', (text) => {
    expect(classifyTimestamp(text)).toEqual({ kind: 'contested', form: unusualForm });
  });

  const violationRows = (Object.keys(corpus.violation) as (keyof typeof faults)[]).flatMap((fault) =>
    corpus.violation[fault].map((text) => [text, fault] as const),
  );
  it.each(violationRows)('%j is a violation: %s', (text, fault) => {
    expect(classifyTimestamp(text)).toEqual({ kind: 'violation', ...faults[fault] });
  });

  it('has an example of every fault', () => {
    expect(Object.keys(corpus.violation).sort()).toEqual(Object.keys(faults).sort());
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
