import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isAs, judged } from '../bench/stacks/judged.ts';
import { rows } from '../bench/stacks/rows/index.ts';
import { k6Binary } from './k6-binary.ts';

const needsNodeAlone = rows.filter(({ name }) => name.startsWith('Node http:'));

beforeAll(() => void vi.stubEnv('K6_BIN', k6Binary));
afterAll(() => void vi.unstubAllEnvs());

/** The other rows need servers and packages of others: `node bench/run.mjs stacks`. */
it.concurrent.each(needsNodeAlone)('$name', async (row) => {
  const run = await judged({ ...row, scenario: 'smoke' });
  expect(run).toSatisfy(() => isAs(row.expected, run));
});
