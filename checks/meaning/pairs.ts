import { type Exchange, succeeded, wentElsewhere } from '../exchange.ts';
import { parseJsonText } from '../json-text/json-text.ts';
import { longestHead, noData, type SentData, sentData } from './echo.ts';
import { expectedLeaves, type KnownResults } from './known-results.ts';
import { leavesOf, resultHeaders, type SeenAnswer, type SeenSuccess, type Texts, textsIn } from './leaves.ts';
import type { ReadAnswer } from './meaning.ts';
import { searchFor } from './search.ts';
import type { Probe } from './twins.ts';

/** The class of data that encrypt itself has answered. */
export const resultAsData = 'a result of the service';

/** Extracts what is kept of a success; null: not a success, or too large. */
export function seenSuccess(answer: ReadAnswer, isLearnedFrom = true): SeenSuccess | null {
  if (!succeeded(answer.exchange) || answer.error !== null) return null;
  const sent = sentIn(answer.exchange);
  const read = readTexts(answer, sent);
  if (read === null) return null;
  const { text, bytes: dataBytes } = sent;
  const dataStart = text.slice(0, 32);
  const isNewThroughout = isNewIn(text);
  const isPlain = lettersAndDigits.test(text.slice(0, ofAllKinds));
  return {
    ...read.seen,
    isLearnedFrom,
    dataBytes,
    dataCharacters: text.length,
    isPlain,
    isOfRun: answer.exchange.point?.['characters'] !== resultAsData,
    dataBits: isNewThroughout ? leastBits(text, isPlain) : 0,
    dataMark: `${dataStart}…${text.length}…${text.slice(-32)}`,
    dataStart,
    isNewThroughout,
  };
}

/** Bits of a random character of our data: a little less than the logarithm of how many there are. */
const bits = { digit: 3.3, letterOrDigit: 5.1, chinese: 14 };
/** This many characters at the beginning have all kinds of characters that the rest has. */
const ofAllKinds = 400;
/** Data may end in a part of its beginning, no longer than this. */
const longestEnd = 64;
/** At least this share of the characters is random; the others recur. */
const leastRandom = 0.75;
/** No other data has so many different Chinese characters. */
const fewestChinese = 32;

function leastBits(text: string, isPlain: boolean): number {
  const start = text.slice(0, ofAllKinds);
  const isChinese = new Set(start.match(chinese)).size >= fewestChinese;
  if (isChinese) return bits.chinese * (text.match(chinese)?.length ?? 0);
  const ofCharacter = /^\d*$/.test(start) ? bits.digit : bits.letterOrDigit;
  const share = isPlain ? 1 : leastRandom;
  return share * ofCharacter * Math.max(0, text.length - longestEnd);
}

const lettersAndDigits = /^[\da-z]*$/;
const chinese = /[\u4e00-\u9fff]/g;

/** A text repeats itself if this much of it, from this place on, comes again: what encloses data comes once. */
const [longestAgain, from] = [64, 16];

function isNewIn(text: string): boolean {
  const start = Math.min(from, text.length >> 2);
  const piece = text.slice(start, start + Math.min(longestAgain, Math.ceil(text.length / 2)));
  return !text.includes(piece, start + 1);
}

/** Extracts what is kept of an answer from an endpoint that takes no data; null: too large. */
export function seenProbe(answer: ReadAnswer): SeenAnswer | null {
  return readTexts(answer, noData)?.seen ?? null;
}

/** The longest text in the body of an answer; empty: there is none. */
export function longestText({ exchange, json }: ReadAnswer): string {
  const texts = textsIn(json, exchange.response.body, { headers: {} })?.values() ?? [];
  return [...texts].reduce(
    (most, { kind, text }) => (kind === 'string' && text.length > most.length ? text : most),
    '',
  );
}

/** A probe with its twin; null: the twin did not succeed, or one of the two is too large. */
export function pairOf(probe: ReadAnswer, twin: ReadAnswer): Probe | null {
  if (!succeeded(twin.exchange) || twin.error !== null) return null;
  const sent = sentIn(probe.exchange);
  const other = readTexts(twin, sent);
  const own = other && readTexts(probe, sent);
  if (own === null || other === null) return null;
  const found = searchFor(other.seen.leaves, other.texts, searched(probe), sent);
  const isMadeUp = probe.exchange.credential === 'made-up' && !wentElsewhere(probe.exchange);
  return { answer: own.seen, dataBytes: sent.bytes, twin: other.seen, found, isMadeUp };
}

/** A probe and the result expected of a valid call; null: no result can be predicted, or the answer is too large. */
export function lonelyProbe(probe: ReadAnswer, known: KnownResults): Probe | null {
  const sent = sentIn(probe.exchange);
  const leaves = expectedLeaves(known, sent.bytes);
  const own = leaves && readTexts(probe, sent);
  if (own === null || leaves === null) return null;
  const found = searchFor(leaves, null, searched(probe), sent);
  const twin = { status: known.status, error: null, leaves };
  return { answer: own.seen, dataBytes: sent.bytes, twin, found, isMadeUp: false };
}

type Said = { readonly texts: Texts; readonly seen: SeenAnswer } | null;

/** Caches the last answer, because a twin is read as a valid call and again beside its probe. */
let lately: { readonly exchange: Exchange; readonly read: Said } | undefined;

/** null: the answer is too large. */
function readTexts({ exchange, json, error }: ReadAnswer, sent: SentData): Said {
  if (lately?.exchange === exchange) return lately.read;
  const { body, status } = exchange.response;
  const texts = textsIn(json, body, exchange.response);
  const read = texts && { texts, seen: { status, error, leaves: leavesOf(texts, sent) } };
  lately = { exchange, read };
  return read;
}

/** Everything an answer says, except headers too short for part of a result, and the credential that it may repeat. */
function searched({ exchange: { request, response }, json }: ReadAnswer) {
  const { body, headers } = response;
  const plain = json?.ok === true && body.includes('\\u') ? JSON.stringify(json.value) : body;
  const offered = offeredIn(request);
  const withoutOffered = (text: string) => offered.reduce((rest, word) => rest.replaceAll(word, ' '), text);
  return [
    { text: withoutOffered(plain) },
    ...resultHeaders(headers).map(([header, text]) => ({ header, text: withoutOffered(text) })),
  ];
}

/** A shorter word of a credential may occur in any answer by chance. */
const shortestOffered = 8;

/** What a request offered as a credential: each word of it that was sent, and the header as a shell would send it. */
function offeredIn({ authorization, sentAuthorization, elsewhere }: Exchange['request']): string[] {
  const words = [...(sentAuthorization?.split(/[\s,]+/) ?? []), elsewhere?.token ?? ''];
  const long = words.filter(({ length }) => length >= shortestOffered);
  return authorization ? [...long, authorization] : long;
}

/** A cache of the last data, because a probe and its twin send the same. */
let latest = { body: '', sent: noData };

function sentIn({ request: { body }, endpoint }: Exchange): SentData {
  if (endpoint !== 'encrypt' || body === null) return noData;
  if (latest.body !== body) latest = { body, sent: dataIn(body) };
  return latest.sent;
}

/** The data in the body of an encrypt call, in most cases found without parsing the JSON. */
function dataIn(body: string): SentData {
  const start = body.indexOf('"', body.indexOf('"data"') + '"data"'.length) + 1;
  const end = body.indexOf('"', start);
  const plain = body.slice(start, end);
  if (!plain.includes('\\')) return sentData(plain, plain);
  // The quotation mark may be escaped, and then ends too short a text, which would occur in any long one by chance.
  const escaped = body.slice(start, Math.max(end, start + longestHead));
  const json = parseJsonText(body);
  const { data } = (json.ok ? json.value : {}) as { data?: unknown };
  return sentData(typeof data === 'string' ? data : '', escaped);
}
