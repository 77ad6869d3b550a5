import { expect, test } from 'vitest';
import { ownMsOf } from './others-busy.ts';

test('takes the time of a process and of its ended children, whatever its name holds', () => {
  const fields = ['S', ...Array.from({ length: 10 }, () => '9'), '1', '20', '300', '4000', '20', '0'];
  expect(ownMsOf(`7 (a) S 1 (b)) ${fields.join(' ')}`)).toBe(43_210);
});
