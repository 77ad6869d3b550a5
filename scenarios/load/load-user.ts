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

/** State that all calls of a virtual user share. */
export function loadUser(context: UserContext, data: LoadData, number: number) {
  /** Whether every call asks the service to close the connection afterwards. */
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
    /** Shared by all valid calls and replaced when an answer sets a cookie, because each call must look like a new client's first. */
    emptyJar: new http.CookieJar(),
    /** Causes of failures that need no more evidence. */
    evidenced: new Set(data.evidenced),
    isServiceHere: isLoopback(context.settings.baseUrl),
    /** Whether the length of a result can be predicted for other data. */
    areLengthsKnown: expectedLeaves(data.known.results, 0) !== null,
    accepts: glancesFor(context.checks, data.known),
    /** Calls of the measured time that have ended but are not counted yet. */
    ended: [] as MadeCall[],
    /** Measurements of valid calls, warm-up included, that are not counted yet. */
    measured: [] as MeasuredCall[],
  };
}
