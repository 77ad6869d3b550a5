import { defineRun } from './run.ts';

const run = await defineRun({
  name: 'spike',
  conformance: 'preflight',
  load: 'spike',
  latencyDecides: false,
});

export const { options, setup, warmUp, handleSummary } = run;
export default run.measure;
