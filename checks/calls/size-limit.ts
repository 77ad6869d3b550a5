import type { SizeLimit } from '../../dist/facts-types.ts';
import type { Contract } from '../../schemas/contract.ts';
import { add, eitherKnown, mergeMaps } from '../add-up.ts';
import type { Answer } from '../answer.ts';
import { succeeded } from '../exchange.ts';
import { utf8Bytes } from '../utf8-bytes.ts';

/**
 * Valid calls of encrypt whose refusal shows only a limit on size (§8 shows none): they have less data than any call that succeeded, or
 * more (in bytes or in characters), or a longer body and a 413. These calls are `beyond` the limit, which is null if there are none. Data
 * up to a declared limit has to be accepted.
 */
export function sizeLimitOf(
  answers: readonly Answer[],
  { encrypt }: Contract,
): { readonly limit: SizeLimit | null; readonly beyond: ReadonlySet<Answer> } {
  const calls = answers.filter(
    ({ exchange: { credential, endpoint, otherAlgorithm } }) =>
      credential === 'token' && endpoint === 'encrypt' && otherAlgorithm === null,
  );
  // A rare header may be why a call was refused.
  const refused = calls.filter((call) => isRefusal(call) && call.exchange.circumstance === undefined);
  const taken = calls.filter(({ result }) => result === 'succeeded');
  if (refused.length === 0 || taken.length === 0) return { limit: null, beyond: new Set() };
  const sizes = taken.map(sizeOf);
  const leastData = Math.min(...sizes.map(({ dataBytes }) => dataBytes));
  const mayBeMore = encrypt?.maxDataBytes === undefined ? 0 : Number.POSITIVE_INFINITY;
  const mostData = Math.max(mayBeMore, ...sizes.map(({ dataBytes }) => dataBytes));
  const mostCharacters = Math.max(mayBeMore, ...sizes.map(({ characters }) => characters));
  const mostBody = Math.max(mayBeMore, ...sizes.map(({ bodyBytes }) => bodyBytes));
  const ofSize = refused.map((call) => ({ call, ...sizeOf(call) }));
  const less = ofSize.filter(({ dataBytes }) => dataBytes < leastData);
  const ofMore = ofSize.filter(({ dataBytes }) => dataBytes > mostData);
  const inCharacters = ofSize.filter((one) => one.characters > mostCharacters && !ofMore.includes(one));
  const more = [...ofMore, ...inCharacters];
  // A body may be long because of its escapes, and refused for them. A 413, or the answer that long data gets, shows that length is why.
  const ofLength = ['HTTP 413', ...more.map(({ call }) => call.outcome)];
  const longer = ofSize.filter(
    ({ call, bodyBytes }) => bodyBytes > mostBody && ofLength.includes(call.outcome),
  );
  const beyond = new Set([...less, ...more, ...longer].map(({ call }) => call));
  const counts: Record<string, number> = {};
  for (const { outcome } of beyond) counts[outcome] = (counts[outcome] ?? 0) + 1;
  const limit = {
    leastDataBytes: less.length > 0 ? leastData : null,
    mostDataBytes: ofMore.length > 0 ? mostData : null,
    mostDataCharacters: inCharacters.length > 0 ? mostCharacters : null,
    mostBodyBytes: longer.length > 0 ? mostBody : null,
    refused: counts,
  };
  return { limit: beyond.size === 0 ? null : limit, beyond };
}

/** Whether the call was refused, be it by a 2xx that states an error, or by 429, which gRPC's gateway answers to too large a message. */
function isRefusal({ result, exchange, error }: Answer): boolean {
  const isStated = !succeeded(exchange) || error !== null;
  return (result === 'refused' && isStated) || exchange.response.status === 429;
}

function sizeOf({ exchange }: Answer) {
  const body = exchange.request.body ?? '';
  const { data } = JSON.parse(body);
  return { dataBytes: utf8Bytes(data), characters: data.length, bodyBytes: utf8Bytes(body) };
}

/** Data of this many bytes is accepted, whatever its characters: no text has more characters than bytes. null: no limit is known. */
export function mostTakenBytes(limit: SizeLimit | null | undefined): number | null {
  return limit?.mostDataCharacters ?? limit?.mostDataBytes ?? null;
}

/** Combines the limits that two loads or generators met. */
export function addSizeLimits(one: SizeLimit, other: SizeLimit): SizeLimit {
  return {
    leastDataBytes: eitherKnown(one.leastDataBytes, other.leastDataBytes, Math.min),
    mostDataBytes: eitherKnown(one.mostDataBytes, other.mostDataBytes, Math.max),
    mostDataCharacters: eitherKnown(
      one.mostDataCharacters ?? null,
      other.mostDataCharacters ?? null,
      Math.max,
    ),
    mostBodyBytes: eitherKnown(one.mostBodyBytes, other.mostBodyBytes, Math.max),
    refused: mergeMaps(one.refused, other.refused, add),
  };
}
