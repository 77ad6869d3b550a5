import type { Bench } from '../record.ts';
import { brokenPromises } from './promises.ts';
import type { Run } from './row.ts';
import { rows } from './rows.ts';
import { runRow } from './run-row.ts';

/** Everything that goes wrong around a run: docs/hostile-matrix.md. */
export const bench: Bench<Run> = {
  isRepeated: false,
  taskOf: ({ name }) => name,
  tasks: rows.map((row) => ({
    name: row.name,
    make: async () => {
      const run = await runRow(row);
      const broken = brokenPromises(row, run);
      if (broken.length > 0) console.error(`BROKEN ${row.name}: ${broken.join('; ')}`);
      return run;
    },
  })),
};
