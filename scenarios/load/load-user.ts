import http from 'k6/http';
import drawing from '#part/load/draw-requests';
import judgingPart from '#part/load/judging';
import { glancesFor } from '../../checks/accept.ts';
import { limitAtOf, limitMsOf } from '../../checks/latency/expectation.ts';
import { assumedNetworkMs } from '../../checks/latency/network.ts';
import { expectedLeaves } from '../../checks/meaning/known-results.ts';
import { isLoopback } from '../../schemas/base-url.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import { closesConnections, type ResolvedLoad } from '../../schemas/load-plan.ts';
import type { KnownRefusal } from '../conformance/records.ts';
import type { UserContext } from '../context.ts';
import type { LoadData } from '../setup-data.ts';
import { newConnections } from './connections.ts';
import type { MeasuredCall } from './count-calls.ts';
import type { newJudging } from './judging.ts';
import { metrics } from './k6-metrics.ts';
import { judgesProbes } from './load-requests.ts';

export type LoadUser = ReturnType<typeof newLoadUser>;

export function newLoadUser(context: UserContext, data: LoadData, load: ResolvedLoad, number: number) {
  const { contract, settings } = context;
  let judging: ReturnType<typeof newJudging> | undefined;
  const closes = closesConnections(number) && !data.keepsOpen;
  const requests = drawing().drawRequests(context, data, load, number, closes);
  overwriteStacks();
  return {
    context,
    data,
    number,
    requests,
    counting: {
      user: String(number),
      limitMs: limitMsOf(contract),
      takenOffMs: data.networkTakenOffMs,
      networkMs: assumedNetworkMs(data.roundTrip, limitAtOf(contract)),
    },
    connections: newConnections(closes),
    glances: glancesFor(context, data.known),
    /** Judges what a glance does not accept. Made when it is first needed. */
    judging: () => {
      judging ??= judgingPart().newJudging(context, data, metrics);
      return judging;
    },
    twinsWithoutResult: () => judging?.twinsWithoutResult() ?? [],
    isServiceHere: isLoopback(settings.baseUrl),
    // For each probe of this user, the same request is made with the token, too: the service may answer differently under load.
    // Without a known rule for the lengths of results, only a twin shows what a probe would have received.
    twinsProbes: judgesProbes(number) || expectedLeaves(data.known.results, 0) === null,
    /** The latest refusal at each endpoint that passed every check. */
    refusals: { user: null, encrypt: data.refusal, sync: null, backup: null } as Record<
      Endpoint,
      KnownRefusal | null
    >,
    /** Shared by all valid calls and replaced when an answer sets a cookie, because each call must look like a new client's first. */
    emptyJar: new http.CookieJar(),
    /** Valid calls that have ended and are not counted yet, warm-up included, and how many they are. */
    ended: [] as MeasuredCall[],
    waiting: 0,
    /** By endpoint, the ended call to which the next plain call is added if it is of the same slice. */
    plain: {} as Partial<Record<Endpoint, MeasuredCall>>,
    /** Due calls that were made, have ended and are not counted yet. */
    made: 0,
  };
}

/** The engine's stacks are overwritten to this depth, more than any code of the harness needs. */
const deepest = 20;

/**
 * k6's engine keeps what its stacks referred to until something else is in that place. Nested calls and loops overwrite it; without
 * them, the part that drew the requests would stay in memory, a third of what a virtual user holds.
 */
function overwriteStacks(depth = deepest): void {
  if (depth > 0) for (const left of [depth - 1]) [left].forEach(overwriteStacks);
}
