import { defineRun } from '../../scenarios/run.ts';

/** The load of a gate whose every iteration ends in an exception: k6 alone would exit 0. */
const run = await defineRun({ name: 'load', conformance: 'preflight', load: 'steady', latencyDecides: true });

type Data = NonNullable<Parameters<typeof run.measure>[0]>;

export const options = run.options;
export const setup = run.setup;
export const warmUp = (data: Data) => run.warmUp({ ...data, load: 'null' });
export const handleSummary = run.handleSummary;
export default (data: Data) => run.measure({ ...data, load: 'null' });
