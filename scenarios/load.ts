import { defineRun } from './run.ts';

const run = await defineRun({
  name: 'load',
  conformance: 'preflight',
  load: 'steady',
  latencyDecides: true,
  compares: true,
});

export const { options, setup, warmUp, compare, handleSummary } = run;
export default run.measure;
