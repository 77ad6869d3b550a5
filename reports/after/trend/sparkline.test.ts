import { expect, test } from 'vitest';
import { sparkline } from './sparkline.ts';

test('a single value is a point that is seen', () => {
  for (const values of [[3], [null, 3, null]])
    expect(sparkline(values, 0, 3).markup).toMatch(
      /<path class="newest" [^>]*stroke-width="5"[^>]* d="M\d+ \d+h0"/,
    );
  expect(sparkline([null], 0, 3).markup).not.toContain('<path');
});
