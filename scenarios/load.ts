import { defineRun } from './run.ts';

const run = await defineRun({
  name: 'load',
  conformance: 'preflight',
  load: 'steady',
  latencyDecides: true,
  compares: true,
});

export const options = run.options;
export const setup = run.setup;
export const warmUp = run.warmUp;
export const compare = run.compare;
export const handleSummary = run.handleSummary;
export default run.measure;
