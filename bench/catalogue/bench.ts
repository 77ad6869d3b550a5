import { variants } from '../../service/variants/index.ts';
import { judgedAs, judgeVariants } from '../../tests/variant-run.ts';
import type { Bench } from '../record.ts';
import { type RowRun, rowsToRun, scenariosRun } from './rows.ts';

process.env['VARIANTS_IN'] = 'k6';

/** What proves nothing, in each scenario: the last table of docs/mutation-table.md. */
export const bench: Bench<RowRun> = {
  isRepeated: false,
  sideBySide: 3,
  taskOf: ({ name, scenario }) => `${name} ${scenario}`,
  tasks: rowsToRun(variants)
    .flatMap(({ name }) =>
      scenariosRun.map((scenario) => ({ name: `${name} ${scenario}`, make: () => judged(name, scenario) })),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name)),
};

async function judged(name: string, scenario: string): Promise<RowRun> {
  const run = await judgeVariants([name], scenario);
  if (run.report === null) throw new Error(`${name} in ${scenario}: no report. ${run.output}`);
  return { name, scenario, fail: judgedAs(run, 'fail'), open: judgedAs(run, 'inconclusive') };
}
