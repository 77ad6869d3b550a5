import { defineRun } from '../../scenarios/run.ts';

/** The load of a gate in which the judging of each encrypt answer ends in an exception, while other calls go on. */
const run = await defineRun({ name: 'load', conformance: 'preflight', load: 'steady', latencyDecides: true });

type Data = NonNullable<Parameters<typeof run.load>[0]>;

export const options = run.options;
export const setup = run.setup;
export const handleSummary = run.handleSummary;
export default (data: Data) => {
  const load = JSON.parse(data.load);
  return run.load({ ...data, load: JSON.stringify({ ...load, known: { ...load.known, results: null } }) });
};
