import { defineRun } from './run.ts';

const run = await defineRun({
  name: 'breakpoint',
  conformance: 'preflight',
  load: 'climb',
  latencyDecides: false,
});

export const { options, setup, warmUp, handleSummary } = run;
export default run.measure;
