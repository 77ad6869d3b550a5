import { expect, it } from 'vitest';
import { isAs, judged } from '../bench/stacks/judged.ts';
import { rows } from '../bench/stacks/rows/index.ts';
import { k6Binary } from './k6-binary.ts';

const needsNodeAlone = rows.filter(({ name }) => name.startsWith('Node http:'));

/** The other rows need servers and packages of others: `node bench/run.mjs stacks`. */
it.each(needsNodeAlone)('$name', async (row) => {
  process.env['K6_BIN'] = k6Binary;
  const run = await judged(row);
  expect(run).toSatisfy(() => isAs(row.expected, run));
});
