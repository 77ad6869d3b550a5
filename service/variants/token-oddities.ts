import { tokenReadings } from './token-readings.ts';
import type { Variant } from './variant.ts';

/** Tokens that are another text and the same token: the document says nothing of what a token is made of. */
export const tokenOddities: readonly Variant[] = Object.entries(tokenReadings).map(
  ([name, { summary, isSame }]) => ({
    name: `token-read-as-${name}`,
    kind: 'oddity',
    summary,
    on: ['encrypt'],
    calls: ['made-up'],
    trigger: {
      summary,
      fires: ({ headers, token }) => isSame((headers.authorization ?? '').replace(/^Bearer +/i, ''), token),
    },
    effect: { admits: true },
  }),
);
