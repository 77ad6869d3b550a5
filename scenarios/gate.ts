import { defineRun } from './run.ts';

const run = await defineRun({
  name: 'gate',
  conformance: 'full',
  load: 'steady',
  latencyDecides: true,
  compares: true,
});

export const { options, setup, warmUp, compare, handleSummary } = run;
export default run.measure;
