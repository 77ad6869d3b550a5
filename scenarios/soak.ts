import { defineRun } from './run.ts';

const run = await defineRun({
  name: 'soak',
  conformance: 'preflight',
  load: 'steady',
  latencyDecides: true,
  durationMs: 1_800_000,
});

export const options = run.options;
export const setup = run.setup;
export const warmUp = run.warmUp;
export const handleSummary = run.handleSummary;
export default run.measure;
