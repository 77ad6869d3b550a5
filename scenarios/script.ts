import { scenarioNamed } from '../schemas/scenarios.ts';
import { defineRun } from './run.ts';

/** The entry point: runs the scenario that the first line of the script names. */
const run = await defineRun(scenarioNamed(HARNESS_RUN.scenario));

export const { options, setup, compare, handleSummary } = run;
export default run.load;
