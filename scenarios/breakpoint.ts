import { defineRun } from './run.ts';

const run = await defineRun({
  name: 'breakpoint',
  conformance: 'preflight',
  load: 'climb',
  latencyDecides: false,
});

export const options = run.options;
export const setup = run.setup;
export const warmUp = run.warmUp;
export const handleSummary = run.handleSummary;
export default run.measure;
