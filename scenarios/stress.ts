import { defineRun } from './run.ts';

const run = await defineRun({
  name: 'stress',
  conformance: 'preflight',
  load: 'ramp',
  latencyDecides: false,
});

export const { options, setup, warmUp, handleSummary } = run;
export default run.measure;
