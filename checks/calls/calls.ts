import { type Endpoint, endpointNames } from '../../schemas/endpoints.ts';
import { add, distinct, mergeMaps } from '../add-up.ts';
import type { Answer } from '../answer.ts';
import { type CallResult, callResults } from '../exchange.ts';
import { cut } from '../json-body.ts';
import { sumOf } from '../statistics/samples.ts';

export interface CallCounts {
  readonly results: Record<CallResult, number>;
  /** "HTTP 503", "timeout" … of the calls that did not succeed. */
  readonly outcomes: Record<string, number>;
  readonly locations: string[];
}

/** Outcomes that are the fault of the service, or of the network in between. */
export const failedOutcome = /^(HTTP 5\d\d|timeout|unreachable|reset)$/;

export type Calls = Record<Endpoint, CallCounts>;

export function noCalls(): Calls {
  return Object.fromEntries(endpointNames.map((name) => [name, noCounts()])) as Calls;
}

function noCounts(): CallCounts {
  return {
    results: Object.fromEntries(callResults.map((result) => [result, 0])) as Record<CallResult, number>,
    outcomes: {},
    locations: [],
  };
}

export function countCall(counts: CallCounts, { exchange, result, outcome }: Answer): void {
  counts.results[result] += 1;
  if (result === 'succeeded') return;
  counts.outcomes[outcome] = (counts.outcomes[outcome] ?? 0) + 1;
  const whole = exchange.response.headers['location'];
  if (result !== 'redirected' || whole === undefined || counts.locations.length >= mostLocations) return;
  const location = cut(whole, longestLocation);
  if (!counts.locations.includes(location)) counts.locations.push(location);
}

const mostLocations = 3;
/** In characters: looking for secrets in a much longer address takes minutes. */
const longestLocation = 2000;

/** A class of data is a level of one of these dimensions, so each call belongs to several classes. */
const dataDimensions = ['length', 'characters', 'repetition', 'writing'] as const;

/** Counts a call of encrypt in each of its classes. `explained`: the dimension that explains how it ended. */
export function countByClass(
  classes: Record<string, CallCounts>,
  answer: Answer,
  explained?: 'length',
): void {
  const { point = {} } = answer.exchange;
  for (const dimension of dataDimensions) {
    const name = point[dimension];
    if (name === undefined || dimension === explained) continue;
    classes[name] ??= noCounts();
    countCall(classes[name], answer);
  }
}

/** Classes in which every call was refused or failed, unless the share of such calls in the other classes explains it. */
export function refusedClasses(classes: Readonly<Record<string, CallCounts>>): string[] {
  const all = Object.entries(classes).map(([name, counts]) => ({
    name,
    total: totalCalls(counts),
    refusals: refusalsIn(counts),
  }));
  const others = all.filter(({ total, refusals }) => refusals < total);
  const calls = sumOf(others, ({ total }) => total);
  const chance = sumOf(others, ({ refusals }) => refusals) / Math.max(1, calls);
  const taken = Object.values(classes).some(({ results }) => results.succeeded > 0);
  return all
    .filter(({ total, refusals }) => taken && refusals === total)
    .filter(({ total }) => total >= fewestOfClass && chance ** total < mostChance)
    .map(({ name }) => name);
}

function refusalsIn({ results: { refused, failed }, outcomes }: CallCounts): number {
  // A firewall may answer 403 to data that looks like an attack.
  return refused + failed + (outcomes['HTTP 403'] ?? 0) - (outcomes['unreachable'] ?? 0);
}

/** A single call may have failed for a reason other than its data. */
const fewestOfClass = 2;
/** Chance that a class of data, one of about twenty, is refused without a cause. */
const mostChance = 0.0005;

export function addCalls(one: Calls, other: Calls): Calls {
  return mergeMaps(one, other, (a, b) => ({
    results: mergeMaps(a.results, b.results, add),
    outcomes: mergeMaps(a.outcomes, b.outcomes, add),
    locations: distinct([...a.locations, ...b.locations]),
  }));
}

export function totalCalls({ results }: CallCounts): number {
  return sumOf(callResults, (result) => results[result]);
}
