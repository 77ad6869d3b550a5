import type { Bench } from '../record.ts';
import { judged, type Run } from './judged.ts';
import { page } from './page.ts';
import { rows } from './rows/index.ts';

/** Services and servers of others, as they come and as they are often misconfigured. */
export const bench: Bench<Run> = {
  isRepeated: false,
  sideBySide: 2,
  taskOf: ({ row }) => row,
  tasks: rows.map((row) => ({ name: row.name, make: () => judged(row) })),
  page,
};
