import type { ReadAnswer } from '../answer.ts';
import { type Exchange, succeeded, wentElsewhere } from '../exchange.ts';
import { parseJsonText } from '../json-text/json-text.ts';
import { longestHead, noData, type SentData, sentData } from './echo.ts';
import { expectedLeaves, type KnownResults, type SeenSuccess } from './known-results.ts';
import { type Leaves, leavesOf, longHeader, type Texts, textsIn } from './leaves.ts';
import { fewestSearched, nothingFound, searchFor } from './search.ts';
import { isLongAs, type Probe, type SeenAnswer } from './twins.ts';

/** What is kept of a success; null: it is none, or larger than is read. `isLearnedFrom`: whether all is read that shows roles. */
export function seenSuccess(answer: ReadAnswer, isLearnedFrom = true): SeenSuccess | null {
  if (!succeeded(answer.exchange) || answer.error !== null) return null;
  const sent = sentIn(answer.exchange);
  const read = readTexts(answer, sent, () => isLearnedFrom);
  const dataMark = `${sent.text.slice(0, 32)}…${sent.text.length}`;
  return read === null ? null : { ...read.seen, dataBytes: sent.bytes, dataMark };
}

/** What is kept of an answer of an endpoint that takes no data; null: it is larger than is read. */
export function seenProbe(answer: ReadAnswer): SeenAnswer | null {
  return readTexts(answer, noData)?.seen ?? null;
}

/** A probe with its twin; null: the twin is no success, or one of the two is larger than is read. */
export function pairOf(probe: ReadAnswer, twin: ReadAnswer): Probe | null {
  if (!succeeded(twin.exchange) || twin.error !== null) return null;
  const sent = sentIn(probe.exchange);
  const other = readTexts(twin, sent);
  const own = other && readTexts(probe, sent, (length) => hasLength(other.seen.leaves, length));
  if (own === null || other === null) return null;
  const found = searchFor(other.seen.leaves, other.texts, searched(probe.exchange), sent);
  return {
    credential: probe.exchange.credential,
    answer: own.seen,
    twin: other.seen,
    found,
    isElsewhere: wentElsewhere(probe.exchange),
  };
}

/** A probe beside what is expected of a valid call; null: nothing is, or the answer is larger than is read. */
export function lonelyProbe(probe: ReadAnswer, known: KnownResults): Probe | null {
  const { exchange, error } = probe;
  const sent = sentIn(exchange);
  const leaves = expectedLeaves(known, sent.bytes);
  const own = leaves && readTexts(probe, sent, (length) => hasLength(leaves, length));
  if (own === null || leaves === null) return null;
  // A refusal by its status hides a result anywhere, and a success has it in its place.
  const isInPlace = succeeded(exchange) && error === null;
  const found = isInPlace ? nothingFound : searchFor(leaves, null, searched(exchange), sent);
  return {
    credential: exchange.credential,
    answer: own.seen,
    twin: { status: known.status, error: null, leaves },
    found,
    isElsewhere: false,
  };
}

/** Whether a text of this length may be taken for one of these, or for another form of one. */
function hasLength(leaves: Leaves, length: number): boolean {
  if (length >= fewestSearched) return true;
  for (const leaf of leaves.values()) if (isLongAs(length, leaf.length)) return true;
  return false;
}

interface TextsRead {
  readonly texts: Texts;
  readonly seen: SeenAnswer;
}

/** A twin is read as a valid call, and again beside its probe. */
let lately: { readonly exchange: Exchange; readonly read: TextsRead | null } | undefined;

/** null: the answer is larger than is read. */
function readTexts(
  { exchange, json, error }: ReadAnswer,
  sent: SentData,
  mayEcho?: (length: number) => boolean,
): TextsRead | null {
  if (lately?.exchange === exchange) return lately.read;
  const { body, status } = exchange.response;
  const texts = textsIn(json, body, exchange.response);
  const read = texts && { texts, seen: { status, error, leaves: leavesOf(texts, sent, mayEcho) } };
  lately = { exchange, read };
  return read;
}

/** All that an answer says, but for headers too short for a part of a result and the credential that it may repeat. */
function searched({ request: { authorization }, response: { body, headers } }: Exchange) {
  const long = Object.entries(headers).filter(([, text]) => text.length >= longHeader);
  return [{ text: body }, ...long.map(([header, text]) => ({ header, text }))].map((part) =>
    authorization ? { ...part, text: part.text.replaceAll(authorization, ' ') } : part,
  );
}

/** The data of an encrypt call. Most is found without reading JSON. */
function sentIn({ request: { body }, endpoint }: Exchange): SentData {
  if (endpoint !== 'encrypt' || body === null) return noData;
  const start = body.indexOf('"', body.indexOf('"data"') + '"data"'.length) + 1;
  const end = body.indexOf('"', start);
  const plain = body.slice(start, end);
  if (!plain.includes('\\')) return remembered(plain, plain);
  // The quotation mark may be an escaped one: so little would stand in any long text by chance.
  const escaped = body.slice(start, Math.max(end, start + longestHead));
  const json = parseJsonText(body);
  const { data } = (json.ok ? json.value : {}) as { data?: unknown };
  return remembered(typeof data === 'string' ? data : '', escaped);
}

let latest = noData;

/** A probe and its twin have the same data. */
function remembered(text: string, escaped: string): SentData {
  if (latest.text !== text || latest.escaped !== escaped) latest = sentData(text, escaped);
  return latest;
}
