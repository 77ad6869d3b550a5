/** What `contract.schema.json` describes: `Contract` and its parts. */
export type * from '../dist/contract-types.ts';
