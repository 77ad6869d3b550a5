import { answerRows } from './answer-rows.ts';
import { inputRows } from './input-rows.ts';
import { machineRows } from './machine-rows.ts';
import { processRows } from './process-rows.ts';
import type { Row } from './row.ts';
import { serviceRows } from './service-rows.ts';
import { tlsRows } from './tls-rows.ts';

export const rows: readonly Row[] = [
  ...answerRows,
  ...serviceRows,
  ...tlsRows,
  ...machineRows,
  ...processRows,
  ...inputRows,
];
