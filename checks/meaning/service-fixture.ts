import type { Exchange } from '../exchange.ts';
import { answerWith, exchangeWith } from '../exchange-fixture.ts';
import { learnResults } from './known-results.ts';
import { pairOf, seenSuccess } from './pairs.ts';
import { judgeProbes, type Meaning } from './probe-meanings.ts';

/** A service's answer; a body that is not text is sent as JSON. */
export interface Says {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the service answers to the call with this number. */
export type Speaks = (data: string, index: number) => Says;

/** Numbers in [0, 1), the same in every run. */
function shares(seed: string): () => number {
  let state = [...seed].reduce((sum, char) => Math.imul(sum, 31) + char.charCodeAt(0), 17);
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 of this many meaningless bytes. */
function base64Of(bytes: number, salt: string): string {
  const share = shares(salt);
  let text = '';
  while (text.length < Math.ceil((bytes * 4) / 3)) text += digits.charAt(Math.floor(share() * 64));
  return text.padEnd(4 * Math.ceil(bytes / 3), '=');
}

/** A result of the form and length that AES-256-GCM would have. */
export function sealed(data: string, salt: string) {
  return {
    algorithm: 'AES-256-GCM',
    nonce: base64Of(12, `nonce ${salt}`),
    ciphertext: base64Of(data.length, `ciphertext ${salt}`),
    tag: base64Of(16, `tag ${salt}`),
  };
}

/** Splits a text into pieces with a key each; longer texts have more. */
export function pieces(text: string): Record<string, string> {
  return Object.fromEntries((text.match(/.{1,60}/g) ?? []).map((piece, index) => [`part${index}`, piece]));
}

/** Making data takes longer than most tests: each begins with the same. */
const someMade = new Map<string, { readonly made: string[]; readonly more: () => string }>();

/** Data of various lengths up to 32 KiB. One in six is one of two fixed texts. */
export function someData(count: number, seed = 'data'): string[] {
  const { made, more } = someMade.get(seed) ?? { made: [], more: dataMaker(seed) };
  someMade.set(seed, { made, more });
  while (made.length < count) made.push(more());
  return made.slice(0, count);
}

function dataMaker(seed: string): () => string {
  const share = shares(seed);
  const letters = () => Math.floor(share() * 36 ** 8).toString(36);
  let index = -1;
  return () => {
    index += 1;
    if (index % 6 === 5) return index % 12 === 5 ? 'one and the same text' : 'another of that size.';
    const length = Math.floor(2 ** (share() * 15));
    let text = '';
    while (text.length < length) text += letters();
    return text.slice(0, length);
  };
}

const madeUp = ['absent', 'empty', 'scheme', 'made-up', 'made-up', 'made-up'] as const;

/** The answer to an encrypt call. */
export function answered(says: Says, data: string, credential: Exchange['credential'] = 'token'): Exchange {
  const { status = 200, body, headers = {} } = says;
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
  return exchangeWith({
    endpoint: 'encrypt',
    credential,
    text,
    sent: JSON.stringify({ data, algorithm: 'AES-256-GCM' }),
    response: { status, headers },
  });
}

/** Interprets the probes of a service with these answers. `ofLongData`: those with 64 characters of data or more: little data proves little. Probes without a meaning are left out. */
export function judgedProbes(
  probeSays: Speaks,
  twinSays: Speaks = (data, index) => ({ body: sealed(data, `twin ${index}`) }),
  count = 90,
  isElsewhere = false,
  turnedDown = 0,
) {
  const pairs = someData(count).map((data, index) => ({
    probe: readOf(answered(probeSays(data, index), data, madeUp[index % madeUp.length])),
    twin: readOf(answered(twinSays(data, index), data)),
  }));
  const known = learnResults(pairs.flatMap(({ twin }) => seenSuccess(twin) ?? []));
  const probes = pairs.flatMap(({ probe, twin }) => {
    const pair = pairOf(probe, twin);
    return pair === null ? [] : { ...pair, isMadeUp: pair.isMadeUp && !isElsewhere };
  });
  const judged = judgeProbes(probes, known, new Set(), turnedDown);
  const meaningsOf = (some: typeof probes) => some.flatMap((probe) => judged.meanings.get(probe) ?? []);
  const long = probes.filter(({ dataBytes }) => dataBytes >= 64);
  return { known, looks: judged.looks, meanings: meaningsOf(probes), ofLongData: meaningsOf(long) };
}

export function readOf(exchange: Exchange) {
  const { response, credential, request } = exchange;
  return answerWith({
    endpoint: 'encrypt',
    credential,
    text: response.body,
    ...(request.body !== null && { sent: request.body }),
    response: { status: response.status, headers: response.headers },
  });
}

/** Number of results, refusals and unclear answers. */
export function counts(meanings: readonly Meaning[]): Record<Meaning['is'], number> {
  const of = (is: Meaning['is']) => meanings.filter((meaning) => meaning.is === is).length;
  return { result: of('result'), refusal: of('refusal'), unclear: of('unclear') };
}
