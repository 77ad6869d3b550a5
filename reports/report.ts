import type { Run } from '../dist/report-types.ts';

/** What `schemas/report.schema.json` describes: `Report`, which is the only input of every renderer, and its parts. */
export type * from '../dist/report-types.ts';

export const schemaVersion = 1;

/** The service in words. The embedded one gets another port each time. */
export function serviceOf({ embeddedService, target }: Run): string {
  return embeddedService ? 'the embedded reference service' : target;
}
