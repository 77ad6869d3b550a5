import http from 'k6/http';
import { glancesFor } from '../../checks/accept.ts';
import { limitAtOf, limitMsOf } from '../../checks/latency/expectation.ts';
import { assumedNetworkMs } from '../../checks/latency/network.ts';
import { groupingOneByOne } from '../../checks/meaning/groups.ts';
import { expectedLeaves } from '../../checks/meaning/known-results.ts';
import { isLoopback } from '../../schemas/base-url.ts';
import { closesConnections } from '../../schemas/load-plan.ts';
import type { UserContext } from '../context.ts';
import type { LoadData } from '../setup-data.ts';
import { newConnections } from './connections.ts';
import type { Counting, MeasuredCall } from './count-call.ts';
import { newKnownRefusals } from './known-refusals.ts';
import type { MadeCall } from './timetable.ts';

export type LoadUser = ReturnType<typeof loadUser>;

/** What is the same in every call of a virtual user. */
export function loadUser(context: UserContext, data: LoadData, number: number) {
  /** Every call asks the service to close the connection afterwards. */
  const closes = closesConnections(number);
  return {
    context,
    data,
    number,
    closes,
    counting: {
      user: String(number),
      limitMs: limitMsOf(context.contract),
      takenOffMs: data.networkTakenOffMs,
      addresses: data.addresses,
      networkMs: assumedNetworkMs(data.roundTrip, limitAtOf(context.contract)),
    } satisfies Counting,
    connections: newConnections(closes),
    refusals: newKnownRefusals(),
    groupWith: groupingOneByOne(),
    /** The jar of all valid calls, replaced when an answer sets a cookie: each call is to be the first of its client. */
    emptyJar: new http.CookieJar(),
    /** Causes of failures that need no more evidence. */
    evidenced: new Set(data.evidenced),
    isServiceHere: isLoopback(context.settings.baseUrl),
    /** What a result for other data would look like. */
    areLengthsKnown: expectedLeaves(data.known.results, 0) !== null,
    accepts: glancesFor(context.checks, data.known),
    /** Calls of the measured time that have ended and are not counted yet. */
    ended: [] as MadeCall[],
    /** Of the valid calls, warm-up included, what is to be counted. */
    measured: [] as MeasuredCall[],
  };
}
