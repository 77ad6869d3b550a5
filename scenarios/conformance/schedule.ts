import type { Circumstance } from '../../checks/exchange.ts';
import type { RoundTrip } from '../../checks/latency/measurement.ts';
import type { ConformancePlan } from '../../schemas/profiles.ts';
import type { RequestHeaders } from '../../schemas/run-settings.ts';
import type { DataChoice } from '../payloads.ts';
import { encrypting, type PlannedRequest, probing, validCall } from '../planned-request.ts';
import { firstOf, mix, shareOf, shuffled } from '../random.ts';
import {
  type Authorization,
  validAuthorization,
  type WrongCredential,
  wrongAuthorizations,
} from '../tokens/credentials.ts';

const nearMs = 3;

/**
 * Share of requests after which the connection is closed. k6 silently repeats a GET if a used connection is reset, so that
 * a reset shows on a fresh connection only. From afar each fresh connection costs round trips, and the time is limited.
 */
export function closingShare(roundTrip: RoundTrip | null): number {
  return roundTrip !== null && roundTrip.p95Ms < nearMs ? 0.8 : 0.15;
}

/** From this share of the schedule on, connections stay open: some faults show only after many calls on one connection. */
const keptOpenFrom = 0.65;

/** Of so many valid calls to an endpoint, one is sent with each of the headers below. */
const othersAmong = 20;

/** What other clients send: curl and Go the first, browsers and axios the second. Bodies are JSON (§4) all the same. */
const otherHeaders = { Accept: '*/*', 'Accept-Encoding': 'gzip' };

/** The circumstances in which calls are made, in turn. The operator's own headers leave no room for others of that name. */
function circumstancesOf(own: RequestHeaders): (index: number) => Circumstance | undefined {
  const taken = Object.keys(own).map((name) => name.toLowerCase());
  const circumstances = Object.entries(otherHeaders)
    .filter(([name]) => !taken.includes(name.toLowerCase()))
    .map(([name, value]) => ({ words: `with ${name}: ${value}`, headers: { [name]: value } }));
  return (index) => circumstances[index % othersAmong];
}

/** Of so many made-up tokens the last is the one before it again: a service may take what it has seen, or is still looking at. */
const againAmong = 16;
const isAgain = (index: number) => index % againAmong === againAmong - 1;

/** Of the tokens with one character changed, the even ones, all are sent; of the others none is passed over. */
function madeUpAt(index: number, tokenOf: (index: number) => Authorization): Authorization {
  if (isAgain(index)) return { ...tokenOf(index - 1), variety: 'the made-up token of the request before' };
  return tokenOf(index % 2 === 0 ? index : index - 2 * Math.floor(index / againAmong));
}

/** All requests of the conformance phase in one mixed order: wherever it is cut short, every kind keeps its share. */
export function conformanceSchedule(
  plan: ConformancePlan,
  token: string,
  choice: DataChoice,
  closing = closingShare(null),
  ownHeaders: RequestHeaders = {},
): PlannedRequest[] {
  const { seed } = choice;
  const valid = validAuthorization(token);
  const wrong = wrongAuthorizations(token, seed);
  const probes = (count: number, credential: WrongCredential) =>
    repeat(count, (index) => {
      const form = (at: number) => wrong(credential, at);
      const authorization = credential === 'made-up' ? madeUpAt(index, form) : form(index);
      const own = firstOf.probe + index * 4 + credential.length;
      return probing(authorization, own, mix(firstOf.probe + index, seed), plan.encrypt, choice);
    });
  const madeUp = probes(plan.madeUp, 'made-up');
  const circumstanceOf = circumstancesOf(ownHeaders);
  const validCalls = (count: number, call: (index: number) => PlannedRequest) =>
    repeat(count, (index) => ({ ...call(index), circumstance: circumstanceOf(index) }));
  const kinds = [
    validCalls(plan.user, () => validCall('user', token)),
    validCalls(plan.sync, () => validCall('sync', token)),
    validCalls(plan.encrypt, (index) => encrypting(valid, index, choice)),
    probes(plan.absent, 'absent'),
    probes(plan.empty, 'empty'),
    probes(plan.scheme, 'scheme'),
    madeUp.flatMap((_, index) =>
      isAgain(index) ? [] : [madeUp.slice(index, isAgain(index + 1) ? index + 2 : index + 1)],
    ),
  ];
  const requests = mixed(kinds, seed);
  const isClosing = (index: number) =>
    index < keptOpenFrom * requests.length && shareOf(index * 31 + 7, seed) < closing;
  return requests.map((request, index) => ({ ...request, closeAfter: isClosing(index) }));
}

/**
 * Requests of one kind keep their order: a run that is cut short has changed the first characters of a token once each. Those of a
 * group stay together.
 */
function mixed(
  kinds: readonly (PlannedRequest | readonly PlannedRequest[])[][],
  seed: number,
): PlannedRequest[] {
  const turns = kinds.flatMap((kind) => {
    const left = kind.values();
    return kind.map(() => left);
  });
  return shuffled(turns, seed).flatMap((left) => left.next().value ?? []);
}

function repeat(count: number, request: (index: number) => PlannedRequest): PlannedRequest[] {
  return Array.from({ length: count }, (_, index) => request(index));
}
