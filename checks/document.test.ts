import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clause, clauseIds, clauses } from './document.ts';

const document = readFileSync(new URL('../docs/service.md', import.meta.url), 'utf8');

describe('the clause registry', () => {
  it.each(clauseIds)('%s quotes the document verbatim, in its section', (id) => {
    const { section } = clause(id);
    const start = section === '0' ? 0 : document.indexOf(`\n## ${section}. `);
    const next = document.indexOf('\n## ', start + 1);
    expect(document.slice(start, next === -1 ? undefined : next)).toContain(clauses[id].sentence);
  });

  it('leaves no line of the document out', () => {
    const sentences = clauseIds.map((id) => clauses[id].sentence);
    const lines = document.split('\n').filter((line) => line !== '' && !/^#|^\|[-|]+\|$/.test(line));
    const left = lines.map((line) =>
      sentences.reduce((rest, sentence) => rest.replace(sentence, ''), line).trim(),
    );
    const headings = /^(\| (Field|Method) \||Returned by|\d\.$)/;
    expect(left.filter((rest) => rest !== '' && rest !== '-' && !headings.test(rest))).toEqual([]);
  });

  it('shows a table row without its bars', () => {
    expect(clause('2.user.status').sentence).toBe('status · string · `verified` is a value of this field');
  });
});
