/** What `ledger.schema.json` describes: `LedgerLine` and its parts. */
export type * from '../dist/ledger-types.ts';

export const ledgerVersion = 1;
