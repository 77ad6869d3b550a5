import { answerRows } from './answer-rows.ts';
import { inputRows } from './input-rows.ts';
import { machineRows } from './machine-rows.ts';
import { processRows } from './process-rows.ts';
import type { Row } from './row.ts';
import { serviceRows } from './service-rows.ts';
import { tlsRows } from './tls-rows.ts';

export const groups: Readonly<Record<string, readonly Row[]>> = {
  'What the service answers': answerRows,
  'What becomes of the service': serviceRows,
  TLS: tlsRows,
  'The machine and the folder': machineRows,
  'The processes of a run': processRows,
  'Contracts, facts, settings': inputRows,
};

export const rows: readonly Row[] = Object.values(groups).flat();
