import type { RoundTrip } from '../../checks/latency/measurement.ts';
import type { ConformancePlan } from '../../schemas/profiles.ts';
import type { RequestHeaders } from '../../schemas/run-settings.ts';
import { type DataChoice, encryptBody, plainData } from '../payloads.ts';
import {
  encrypting,
  type PlannedRequest,
  type ProbeForms,
  probing,
  textsAgain,
  twinOf,
  validCall,
} from '../planned-request.ts';
import { firstOf, inTurn, shareOf, shuffled } from '../random.ts';
import { circumstanceMaker, inCircumstances } from '../space/circumstances.ts';
import type { Point } from '../space/level.ts';
import { pointPlanner } from '../space/planned-points.ts';
import { type Authorization, validAuthorization, type WrongCredential } from '../tokens/credentials.ts';

/** What is asked at one time: a request, or a probe and the same request with the token, one directly before the other. */
export type Item =
  | { readonly request: PlannedRequest; readonly twin?: undefined }
  | { readonly request: PlannedRequest; readonly twin: PlannedRequest; readonly isTwinFirst: boolean };

/** In the order in which they are made. */
export function requestsOf(item: Item): PlannedRequest[] {
  if (item.twin === undefined) return [item.request];
  return item.isTwinFirst ? [item.twin, item.request] : [item.request, item.twin];
}

/** The makers of what an operator's service is asked. */
export interface Asked {
  readonly token: string;
  readonly choice: DataChoice;
  readonly wrong: ProbeForms['wrong'];
  readonly ownHeaders?: RequestHeaders;
}

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

/** Of so many made-up tokens the last is the one before it again: a service may take what it has seen, or is still looking at. */
const againAmong = 16;
const isAgain = (index: number) => index % againAmong === againAmong - 1;

/** Of the tokens with one character changed, the even ones, all are sent; of the others none is passed over. */
function madeUpAt(index: number, wrong: Asked['wrong']): Authorization {
  if (isAgain(index))
    return { ...wrong('made-up', index - 1), variety: 'the made-up token of the request before' };
  return wrong('made-up', index % 2 === 0 ? index : index - 2 * Math.floor(index / againAmong));
}

const credentials = ['absent', 'empty', 'scheme', 'made-up'] as const satisfies WrongCredential[];

/** Makes what stands in a mixed order, and what is asked at certain moments. */
export function itemMaker(strength: number, { token, choice, wrong, ownHeaders = {} }: Asked) {
  const { seed } = choice;
  const { ofProbe, ofValid } = circumstanceMaker(ownHeaders, seed);
  const planned = pointPlanner(strength);
  const turns = new Map<string, number>();
  const turnOf = (key: string) => {
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    return turn;
  };

  /** A probe of encrypt with its twin, at a planned point; the n-th of its credential. */
  function pair(credential: WrongCredential, index: number, at: Point = {}): Item {
    const authorization = credential === 'made-up' ? madeUpAt(index, wrong) : wrong(credential, index);
    const own = firstOf.probe + index * credentials.length + credentials.indexOf(credential);
    const point = { ...planned(authorization.level), ...at };
    const probe = probing(authorization, own, choice, point, (length) => turnOf(`${credential} ${length}`));
    const request = inCircumstances(probe, ofProbe(own, point, probe.point));
    // The same token twice in a row: the twins stand behind.
    const isTwinFirst =
      shareOf(own + 17, seed) < 0.5 && !(credential === 'made-up' && (isAgain(index) || isAgain(index + 1)));
    return { request, twin: twinOf(request, token), isTwinFirst };
  }

  /** A call with the token, in circumstances that are drawn. */
  function valid(request: PlannedRequest, index: number): Item {
    return { request: inCircumstances(request, ofValid(index)) };
  }

  return { pair, valid };
}

/** Eight times each: what is the same each time hangs on the data alone. */
const timesAgain = 8;

/** All requests of the conformance phase in one mixed order: wherever it is cut short, every kind keeps its share. */
export function conformanceSchedule(
  plan: ConformancePlan,
  asked: Asked,
  closing = closingShare(null),
): Item[] {
  const { token, choice } = asked;
  const { seed, longer, algorithms } = choice;
  const { pair, valid } = itemMaker(plan.strength, asked);
  const withToken = validAuthorization(token);
  const again = plainData(choice);
  const others = [
    ...longer.map(({ name: length }) => ({ point: { length }, algorithm: undefined })),
    ...algorithms.map((algorithm) => ({ point: {}, algorithm })),
  ];
  const encryptCall = (index: number): Item => {
    const textsLeft = index - timesAgain * textsAgain;
    if (textsLeft < 0 || others.length === 0)
      return { request: encrypting(withToken, index % textsAgain, again) };
    const { point, algorithm } = inTurn(others, textsLeft);
    const body = encryptBody(index, choice, point, undefined, algorithm);
    return { request: { ...validCall('encrypt', token), ...body } };
  };
  const madeUp = repeat(plan.madeUp, (index) => pair('made-up', index));
  const kinds = [
    repeat(plan.user, (index) => valid(validCall('user', token), firstOf.user + index)),
    repeat(plan.sync, (index) => valid(validCall('sync', token), firstOf.sync + index)),
    repeat(plan.encrypt, encryptCall),
    repeat(plan.absent, (index) => pair('absent', index)),
    repeat(plan.empty, (index) => pair('empty', index)),
    repeat(plan.scheme, (index) => pair('scheme', index)),
    madeUp.flatMap((_, index) =>
      isAgain(index) ? [] : [madeUp.slice(index, isAgain(index + 1) ? index + 2 : index + 1)],
    ),
  ];
  const items = mixed(kinds, seed);
  const isKeptOpen = (at: number) => at >= keptOpenFrom * items.length;
  const placed = (request: PlannedRequest, at: number, offset: number): PlannedRequest => ({
    ...request,
    point: {
      ...request.point,
      moment: at < sequentialItems ? 'alone' : 'with others in flight',
      ...(isKeptOpen(at) && { connection: 'used for long' }),
    },
    closeAfter: !isKeptOpen(at) && shareOf((2 * at + offset) * 31 + 7, seed) < closing,
  });
  return items.map((item, at) => withBoth(item, (request, offset) => placed(request, at, offset)));
}

/** An item whose requests are changed alike: the number is 0 for the request, and 1 for its twin. */
export function withBoth(
  item: Item,
  change: (request: PlannedRequest, offset: number) => PlannedRequest,
): Item {
  const request = change(item.request, 0);
  return item.twin === undefined ? { request } : { ...item, request, twin: change(item.twin, 1) };
}

/** So many items at the beginning are asked one after the other. */
export const sequentialItems = 30;

/**
 * Requests of one kind keep their order: a run that is cut short has changed the first characters of a token once each. Those of a
 * group stay together.
 */
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
