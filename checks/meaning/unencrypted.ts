import { groupedBy } from '../add-up.ts';
import { fewestInGroup, growsAt, type KnownResults, placeAt, type ResultPlace } from './known-results.ts';
import {
  base64Kinds,
  hexKinds,
  isInBody,
  locating,
  longRecurring,
  proseKinds,
  type SeenSuccess,
} from './leaves.ts';
import { mostOff } from './length-line.ts';
import { promisingStatuses } from './probe-meanings.ts';

/** Letters in either case and digits, as in base64, perhaps behind a prefix; or hexadecimal digits. */
function isLikeCiphertext({ characters, shortest }: ResultPlace): boolean {
  if (shortest < shortestCiphertext || characters === 0) return false;
  const isBase64 = (characters & base64Kinds) === base64Kinds && (characters & proseKinds) === 0;
  return isBase64 || (characters & ~hexKinds) === 0;
}

/** As long as a nonce and a tag in base64. The name of a key is rarely that long without punctuation. */
const shortestCiphertext = 24;

/**
 * Whether all results are one and the same text, or one of a few, which cannot hold different data; no Location names another. What is
 * called the ciphertext is meant to be a result, even if it is empty or null, unless a 201 or 202 says that the result is elsewhere.
 */
export function areAllAlike(successes: readonly SeenSuccess[], { places, status }: KnownResults): boolean {
  const data = new Set(successes.map(({ dataMark }) => dataMark));
  const told = Object.entries(places).filter(([path]) => isInBody(path) || locating.test(path));
  const areConstant = (among: typeof told) =>
    among.every(([, { role, marks }]) => role === 'constant' && 2 * marks.length < data.size);
  if (areConstant(told) && told.some(([, place]) => isLikeCiphertext(place))) return true;
  const others = told.filter(([path]) => !besideCiphertext.test(path));
  return (
    !promisingStatuses.includes(status) &&
    areConstant(others) &&
    others.some(([path]) => ciphertext.test(path))
  );
}

/** Names of members that differ for each result, whatever was encrypted. */
const besideCiphertext = /\b(nonce|iv|salt|(auth_?)?tag|h?mac)$/i;
/** Names of members that hold the result itself. */
const ciphertext = /(cipher_?text|encrypted_?(data|text|payload))$/i;
/** For texts that vary with the data, these names are enough, too: a constant `cipher` names an algorithm. */
const ofCiphertext = new RegExp(`${ciphertext.source}|\\.(cipher|encrypted)$`, 'i');

/**
 * Whether a member called the ciphertext is as short for long data as for short, so that it cannot hold it. In a member of another name, a
 * short text may say where the result is.
 */
export function areAllAsShort(successes: readonly SeenSuccess[], { places }: KnownResults): boolean {
  const entries = Object.entries(places);
  if (entries.some(([, { role }]) => role === 'growing')) return false;
  // The characters of a short text are not known. A longer text unlike ciphertext may be a time, as in `date_encrypted`.
  const isNamed = ([path, place]: (typeof entries)[number]) =>
    ['free', 'determined'].includes(place.role) &&
    ofCiphertext.test(path) &&
    (place.characters === 0 || isLikeCiphertext(place));
  const named = entries.filter(isNamed).map(([path]) => path);
  const longest = Math.max(...successes.map(({ dataBytes }) => dataBytes));
  const lengths = named.map((path) => successes.flatMap(({ leaves }) => leaves.get(path)?.length ?? []));
  return lengths.some((own) => own.length > 0 && new Set(own).size === 1 && 4 * (own[0] ?? 0) < longest);
}

/**
 * Whether results recur within themselves where the data does, and nowhere else: equal blocks of data have equal results. Whatever
 * the key, AES-256-GCM has no such blocks.
 */
export function showBlocks(successes: readonly SeenSuccess[], known: KnownResults): boolean {
  const long = successes.flatMap(({ isNewThroughout, leaves }) => {
    const growing = [...leaves].flatMap(([path, leaf]) =>
      growsAt(known, path) && leaf.length >= longRecurring ? leaf : [],
    );
    return growing.length === 0 ? [] : { isNewThroughout, recurs: growing.every(({ recurs }) => recurs) };
  });
  const recurring = long.filter(({ recurs }) => recurs);
  const areOfRecurring = recurring.every(({ isNewThroughout }) => !isNewThroughout);
  return areOfRecurring && Math.min(recurring.length, long.length - recurring.length) >= fewestInGroup;
}

/** Names of the value that AES-GCM needs anew for each text that one key encrypts. */
const nonce = /\.(nonce|iv|initiali[sz]ation_?vector)$/i;
/** Names of members that may say which key was used. */
const ofKey = /key|kid|dek|epk|salt|wrap|version/i;
/** A shorter text may recur by chance; one with fewer different characters may be a placeholder. */
const [shortestNonce, fewestInNonce] = [12, 6];

/** Whether results of different data have one nonce beside them, and nothing says that their keys differ. */
export function shareNonces(successes: readonly SeenSuccess[], known: KnownResults): boolean {
  const parentOf = (path: string) => path.slice(0, path.lastIndexOf('.'));
  const nonces = successes.flatMap((success) => {
    const paths = [...success.leaves.keys()].filter(isInBody);
    const parents = new Set(paths.filter((path) => growsAt(known, path)).map(parentOf));
    const own = paths.filter((path) => nonce.test(path) && parents.has(parentOf(path)));
    const markAt = (path: string) => success.leaves.get(path)?.mark ?? '';
    const key = paths.filter((path) => ofKey.test(path)).map(markAt);
    return own.map(markAt).map((text) => ({ text, key: key.join(), success }));
  });
  const isTelling = ({ text }: (typeof nonces)[number]) =>
    text.length >= shortestNonce && new Set(text).size >= fewestInNonce;
  const groups = groupedBy(nonces.filter(isTelling), ({ text, key }) => `${text} ${key}`);
  return [...groups.values()].some((group) => new Set(group.map(({ success }) => success.dataMark)).size > 1);
}

/**
 * Successes whose result is nothing but the data, as it is or in an encoding: it was not encrypted. Where results hold something else
 * that grows with the data, a copy of the data beside it is no result.
 */
export function plainResults(successes: readonly SeenSuccess[], known: KnownResults): SeenSuccess[] {
  const hasGrowing = Object.values(known.places).some(({ role }) => role === 'growing');
  const ofResults = hasGrowing ? 'growing' : 'echo';
  return successes.filter(({ leaves }) => {
    const results = [...leaves].flatMap(([path, leaf]) =>
      placeAt(known, path)?.role === ofResults ? leaf : [],
    );
    return results.length > 0 && results.every(({ isEcho, own }) => isEcho && own <= mostOff);
  });
}
