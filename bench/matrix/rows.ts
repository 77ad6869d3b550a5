import { answerRows } from './answer-rows.ts';
import { machineRows } from './machine-rows.ts';
import { processRows } from './process-rows.ts';
import type { Row } from './row.ts';
import { serviceRows } from './service-rows.ts';

export const groups: Readonly<Record<string, readonly Row[]>> = {
  'What the service answers': answerRows,
  'What becomes of the service': serviceRows,
  'The machine, the folder and the contract': machineRows,
  'The processes of a run': processRows,
};

export const rows: readonly Row[] = Object.values(groups).flat();
