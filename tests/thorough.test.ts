import { expect, it } from 'vitest';
import { cli } from './cli-run.ts';

it('has memory for all answers that a thorough conformance phase keeps', async () => {
  const { exitCode, output } = await cli(['conformance', '--embedded', '--profile', 'thorough']);
  expect(exitCode, output).toBe(0);
}, 420_000);
