import { cutResults } from './cut-results.ts';
import { lackingMeaning } from './described.ts';
import { type KnownResults, placeAt } from './known-results.ts';
import type { SeenSuccess } from './leaves.ts';
import { mixedUpResults } from './mixed-up.ts';
import { misnamedResults } from './named-algorithm.ts';
import { type Meaning, refusalMeaning } from './probe-meanings.ts';
import { lackingResults, referenceLooks, sharingResults, tellingResults } from './successes.ts';
import { lookOf } from './twins.ts';
import { plainResults } from './unencrypted.ts';

/** If more results are the data itself, encrypt stays open as a whole, and they still show what a result looks like. */
const mostPlain = 0.25;

/**
 * Compares the successes of encrypt with each other. `meanings`: of successes without a result of their data. `references`: looks of
 * successes that say where the result is. `texts`: those that occur in results alone. `before`: references from earlier successes, by which
 * `known` was learned; absent: there were none.
 */
export function judgeResults(
  successes: readonly SeenSuccess[],
  known: KnownResults,
  before?: readonly string[],
) {
  const lacking = new Set(lackingResults(successes, known));
  const references = before ?? referenceLooks(successes, lacking, known);
  const telling = tellingResults(successes, known);
  // Texts of random lengths, such as entries of a log, may stand in any answer.
  const onLine = telling.filter(({ path }) => placeAt(known, path)?.line != null);
  const meanings = new Map<SeenSuccess, Meaning>();
  for (const one of lacking)
    if (!references.includes(lookOf(one, known))) meanings.set(one, lackingMeaning(one, known));
  const plain = plainResults(successes, known);
  const isOpen = before === undefined && plain.length > mostPlain * successes.length;
  for (const one of isOpen ? [] : plain) meanings.set(one, refusalMeaning);
  for (const one of cutResults(successes, known)) meanings.set(one, { is: 'refusal', holds: 'less data' });
  for (const one of misnamedResults(successes, known))
    meanings.set(one, { is: 'refusal', holds: 'another algorithm' });
  for (const one of [...sharingResults(telling, known), ...mixedUpResults(successes, known)])
    meanings.set(one, { is: 'refusal', holds: 'other data' });
  return { meanings, references, texts: new Set(onLine.map(({ leaf }) => leaf.mark)) };
}
