import { definitions } from './definitions.ts';
import { defineRun } from './run.ts';

/** What k6 runs: the scenario that the first line of the script names. */
const { scenario } = HARNESS_RUN;
const definition = definitions[scenario];
if (definition === undefined) throw new Error(`There is no scenario "${scenario}".`);
const run = await defineRun({ name: scenario, ...definition });

export const { options, setup, warmUp, compare, handleSummary } = run;
export default run.measure;
