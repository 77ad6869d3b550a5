import { defineRun } from './run.ts';

const run = await defineRun({
  name: 'gate',
  conformance: 'full',
  load: 'steady',
  latencyDecides: true,
});

export const options = run.options;
export const setup = run.setup;
export const warmUp = run.warmUp;
export const handleSummary = run.handleSummary;
export default run.measure;
