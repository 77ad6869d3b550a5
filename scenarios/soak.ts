import { defineRun } from './run.ts';

const run = await defineRun({
  name: 'soak',
  conformance: 'preflight',
  load: 'steady',
  latencyDecides: true,
  durationMs: 1_800_000,
});

export const { options, setup, warmUp, handleSummary } = run;
export default run.measure;
