import type { WrongCredential } from '../../checks/exchange.ts';
import type { RoundTrip } from '../../dist/facts-types.ts';
import type { Contract, OtherEndpoint } from '../../schemas/contract.ts';
import { callsAskingToken, credentialsNotEnough } from '../../schemas/load-plan.ts';
import type { ConformancePlan } from '../../schemas/profiles.ts';
import { backupBody, type DataChoice } from '../payloads.ts';
import {
  encrypting,
  type PlannedRequest,
  type ProbeForms,
  textsAgain,
  validCall,
} from '../planned-request.ts';
import { dataOffset, inTurn, shareOf, shuffled, turnCounter } from '../random.ts';
import { plainest } from '../space/data-levels.ts';
import { pointPlanner, validPointPlanner } from '../space/planned-points.ts';
import { type Authorization, noAuthorization, validAuthorization } from '../tokens/credentials.ts';

/** One request, with its twin, if it has one, directly before or after it, or in flight with it. */
export interface Item {
  readonly request: PlannedRequest;
  readonly isTwinFirst?: boolean;
  /** Both are in flight at the same time: a service may answer equal bodies once. */
  readonly isTogether?: boolean;
}

export function requestsOf({ request, isTwinFirst }: Item): PlannedRequest[] {
  const { twin } = request;
  if (twin === undefined) return [request];
  return isTwinFirst ? [twin, request] : [request, twin];
}

export interface Asked extends ProbeForms {
  readonly token: string;
  readonly contract: Contract;
  readonly choice: DataChoice;
}

const nearMs = 3;

/**
 * Share of requests that close their connection. k6 silently repeats a GET if a used connection is reset, so that only fresh
 * connections show a reset. To a distant service each fresh connection costs round trips, and time is limited.
 */
export function closingShare(roundTrip?: RoundTrip | null): number {
  return roundTrip && roundTrip.p95Ms < nearMs ? 0.8 : 0.15;
}

/** After this share of the schedule, connections stay open: some faults show only after many calls on one connection. */
const keptOpenFrom = 0.65;

/** One in 16 made-up tokens repeats the previous one: a service may accept a token it has seen, or is still checking. */
const againAmong = 16;
const isAgain = (index: number) => index % againAmong === againAmong - 1;

/** Even indexes are tokens with one changed character: each is sent. Odd ones skip the slots used for repeats. */
function madeUpAt(index: number, wrong: Asked['wrong']): Authorization {
  if (isAgain(index))
    return { ...wrong('made-up', index - 1), variety: 'the same made-up token, sent again' };
  return wrong('made-up', index % 2 === 0 ? index : index - 2 * Math.floor(index / againAmong));
}

/** Of this many probes with drawn data, one has a declared algorithm, and one long data. */
const unusualAmong = 8;

/** Long data, or an algorithm that the contract declares, for the n-th probe of a credential with drawn data. Each length comes once. */
function unusualAt(drawn: number, { algorithms, longer }: DataChoice) {
  const turn = Math.floor(drawn / unusualAmong);
  const place = drawn % unusualAmong;
  const length = place === unusualAmong - 1 ? longer[turn] : undefined;
  if (length !== undefined) return { point: { length: length.name, ...plainest } };
  return place === 3 && algorithms.length > 0 ? { algorithm: inTurn(algorithms, turn) } : {};
}

const credentials = ['absent', 'empty', 'scheme', 'made-up'] as const satisfies WrongCredential[];

/** Makes probes of encrypt, each with its twin, at planned points. `index` counts those with the same credential. */
export function pairMaker(strength: number, { choice, wrong, ofProbe }: Asked) {
  const { seed } = choice;
  const planned = pointPlanner(strength, seed);
  const turnIn = turnCounter();
  return (credential: WrongCredential, index: number): Item => {
    const authorization = credential === 'made-up' ? madeUpAt(index, wrong) : wrong(credential, index);
    const own = dataOffset.probe + index * credentials.length + credentials.indexOf(credential);
    const plannedPoint = planned(authorization.level ?? '');
    const turnOf = (kind: string) => turnIn(`${credential} ${kind}`);
    const isDrawn = plannedPoint.length === undefined;
    const { point = plannedPoint, algorithm } = isDrawn ? unusualAt(turnOf('drawn'), choice) : {};
    const probe = encrypting(authorization, own, choice, point, turnOf, algorithm);
    const request = ofProbe(probe, own, turnOf);
    // A repeated token must directly follow the first one, so the twin comes after.
    const isTwinFirst =
      shareOf(own + 17, seed) < 0.5 && !(credential === 'made-up' && (isAgain(index) || isAgain(index + 1)));
    return { request, isTwinFirst };
  };
}

/** Calls without the token: if the contract says that the endpoint needs it, also with credentials that encrypt must refuse. */
export function callsWithoutToken(
  { token, contract, wrong }: Asked,
  endpoint: OtherEndpoint,
  times: number,
): Item[] {
  const { required = [] } = contract.token ?? {};
  const valid = validCall(endpoint, token, endpoint === 'backup' ? backupBody(contract) : null);
  const kinds = required.includes(endpoint) ? credentialsNotEnough(contract) : (['absent'] as const);
  const turnIn = turnCounter();
  return repeat(times, (index) => {
    const credential = inTurn(kinds, index);
    // Without a header nothing else is sent: the contract does not say where else a token may be.
    const authorization = credential === 'absent' ? noAuthorization : wrong(credential, turnIn(credential));
    return { request: { ...valid, authorization, variety: authorization.variety } };
  });
}

/** Calls that show whether an endpoint answers without the token, where the document and the contract leave it open. */
const callsObserved = 3;

/** Repetitions per text: a part that is the same in all eight answers depends on the data alone. */
const timesAgain = 8;

/** All requests of the conformance phase, mixed so that every kind keeps its share if the phase is cut short. */
export function conformanceSchedule(plan: ConformancePlan, asked: Asked, closing = closingShare()) {
  const { token, contract, choice, ofValid } = asked;
  const { seed, longer } = choice;
  const pair = pairMaker(plan.strength, asked);
  const withToken = validAuthorization(token);
  const validCalls = (endpoint: 'user' | 'sync') => {
    const call = validCall(endpoint, token);
    const pointOf = validPointPlanner(plan.strength, seed + dataOffset[endpoint]);
    return repeat(plan[endpoint], (index) => ({
      request: ofValid({ ...call, point: pointOf(index) }, dataOffset[endpoint] + index),
    }));
  };
  const encryptCall = (index: number): Item => {
    const behindTexts = index - timesAgain * textsAgain;
    return behindTexts < 0 || longer.length === 0
      ? { request: encrypting(withToken, index % textsAgain, choice, choice.plain) }
      : { request: encrypting(withToken, index, choice, { length: inTurn(longer, behindTexts).name }) };
  };
  const madeUp = repeat(plan.madeUp, (index) => pair('made-up', index));
  const times = callsAskingToken(plan.backup, contract);
  const kinds = [
    ...(['user', 'sync'] as const).map((endpoint) =>
      callsWithoutToken(asked, endpoint, times[endpoint] || callsObserved),
    ),
    inVolleys(validCalls('user')),
    inVolleys(validCalls('sync')),
    repeat(plan.encrypt, encryptCall),
    repeat(plan.absent, (index) => pair('absent', index)),
    repeat(plan.empty, (index) => pair('empty', index)),
    repeat(plan.scheme, (index) => pair('scheme', index)),
    madeUp.flatMap((_, index) =>
      isAgain(index) ? [] : [madeUp.slice(index, isAgain(index + 1) ? index + 2 : index + 1)],
    ),
  ];
  const items = mixed(kinds, seed);
  return items.map((item, at) => {
    const isKeptOpen = at >= keptOpenFrom * items.length;
    const moment = at < sequentialItems ? 'alone' : 'with others in flight';
    return withBoth(item, (request, offset) => ({
      ...request,
      point: { ...request.point, moment, ...(isKeptOpen && { connection: 'used for long' }) },
      closeAfter: !isKeptOpen && shareOf((2 * at + offset) * 31 + 7, seed) < closing,
    }));
  });
}

/** Applies the same change to an item's request (number 0) and twin (number 1). */
export function withBoth(
  { request, ...order }: Item,
  change: (request: PlannedRequest, offset: number) => PlannedRequest,
): Item {
  const twin = request.twin && { twin: change(request.twin, 1) };
  return { ...order, request: { ...change(request, 0), ...twin } };
}

/** This many items are sent one at a time before the rest are sent concurrently. */
export const sequentialItems = 30;

/** Items that are in flight together, after those that are sent one at a time. */
export const manyInFlight = 16;

/**
 * Puts half of the items into groups that are sent together. A service may mix up callers of one endpoint that it answers at the same
 * time, and most calls of the schedule are of encrypt, so single ones of another endpoint hardly ever overlap.
 */
function inVolleys(items: readonly Item[]): (Item | readonly Item[])[] {
  return items.flatMap((item, at) => {
    const place = at % (2 * manyInFlight);
    if (place < manyInFlight) return [item];
    return place === manyInFlight ? [items.slice(at, at + manyInFlight)] : [];
  });
}

/** Shuffles kinds, keeps the order in each, and groups together: a run cut short has changed the first characters of a token once. */
function mixed(kinds: readonly (Item | readonly Item[])[][], seed: number): Item[] {
  const turns = kinds.flatMap((kind) => {
    const left = kind.values();
    return kind.map(() => left);
  });
  return shuffled(turns, seed).flatMap((left) => left.next().value ?? []);
}

function repeat(count: number, item: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => item(index));
}
