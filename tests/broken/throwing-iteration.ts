import { defineRun } from '../../scenarios/run.ts';

/** The load of a gate whose every iteration ends in an exception: k6 alone would exit 0. */
const run = await defineRun({ name: 'load', conformance: 'preflight', load: 'steady', latencyDecides: true });

export const options = run.options;
export const setup = run.setup;
export const warmUp = run.warmUp;
export const handleSummary = run.handleSummary;
export default (data: NonNullable<Parameters<typeof run.measure>[0]>) =>
  run.measure({ ...data, records: JSON.parse('null') });
