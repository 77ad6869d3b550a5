import { defineRun } from './run.ts';

const run = await defineRun({
  name: 'smoke',
  conformance: 'preflight',
  load: null,
  latencyDecides: true,
});

export const { options, setup, warmUp, handleSummary } = run;
export default run.measure;
