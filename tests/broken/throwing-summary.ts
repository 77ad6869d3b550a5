import { defineRun } from '../../scenarios/run.ts';

/** A smoke run whose summary ends in an exception: k6 exits 0 and writes nothing. */
const run = await defineRun({ name: 'smoke', conformance: 'preflight', load: null, latencyDecides: true });

export const options = run.options;
export const setup = run.setup;
export default run.load;

export function handleSummary(): never {
  throw new Error('the summary is broken');
}
