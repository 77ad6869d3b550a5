import { expect, it } from 'vitest';
import { remembering } from './redact.ts';

it('changes a text once, however long it is, until it has kept enough of them', () => {
  const changed: string[] = [];
  const change = remembering(3000, (text) => {
    changed.push(text);
    return text.toUpperCase();
  });
  const [long, other] = ['a'.repeat(2500), 'b'.repeat(600)];
  for (const text of [long, other, 'c', long, other, 'c']) expect(change(text)).toBe(text.toUpperCase());
  expect(changed).toEqual([long, other, 'c', other]);
});
