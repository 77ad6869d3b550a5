import { defineRun } from '../../scenarios/run.ts';

/** The load of a gate of which every virtual user ends in an exception: k6 alone would exit 0. */
const run = await defineRun({ name: 'load', conformance: 'preflight', load: 'steady', latencyDecides: true });

type Data = NonNullable<Parameters<typeof run.load>[0]>;

export const options = run.options;
export const setup = run.setup;
export const handleSummary = run.handleSummary;
export default (data: Data) => run.load({ ...data, load: 'null' });
