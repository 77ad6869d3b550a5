import { checksFor } from '../../checks/catalogue.ts';
import type { JsonText } from '../../checks/json-text/json-text.ts';
import { groupingOneByOne } from '../../checks/meaning/groups.ts';
import { repeatsResult } from '../../checks/meaning/successes.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import { ask, exchangeOf, type Raw } from '../ask.ts';
import { metClosedConnection } from '../call-failure.ts';
import type { KnownRefusal } from '../conformance/records.ts';
import type { UserContext } from '../context.ts';
import { twinOf } from '../planned-request.ts';
import { drawingFor } from '../request-drawing.ts';
import type { LoadData } from '../setup-data.ts';
import type { MeasuredCall } from './count-calls.ts';
import { countingJudge } from './count-judgements.ts';
import { type LoadRequest, timeoutMs } from './draw-requests.ts';
import type { LoadCounters } from './k6-metrics.ts';
import { refusalIn } from './known-refusals.ts';
import { requestsOfCalls } from './load-requests.ts';
import type { PlannedCall } from './plan-calls.ts';

export interface JudgedCall extends Pick<MeasuredCall, 'result' | 'outcome'> {
  /** Nothing arrived that could be judged. */
  readonly hasFailed: boolean;
  /** The refusal that the answer to a probe is, if it passed every check. */
  readonly refusal: KnownRefusal | null;
}

/** Judges calls of a virtual user whose answers need more than a glance. It makes their requests again from their numbers. */
export function newJudging(context: UserContext, data: LoadData, metrics: LoadCounters, load: ResolvedLoad) {
  const { settings, contract, validators } = context;
  const judge = countingJudge(context, checksFor(contract, validators), data, metrics);
  const requestFor = requestsOfCalls(drawingFor(settings, contract, data), load, data.seed);
  const groupWith = groupingOneByOne();

  function asked(call: PlannedCall, raw: Raw) {
    const { slot, index } = call;
    if (slot === null || slot === 'control') throw new Error('nothing was asked');
    const request = requestFor(slot, call);
    return { request, exchange: exchangeOf(request, data.requests + index + 1, raw) };
  }

  return {
    /** null: the call could not be sent. `twinsProbes`: for a probe, the same request is made with the token, too. */
    judged: async (
      call: PlannedCall,
      raw: Raw,
      { latestResult }: LoadRequest,
      twinsProbes: boolean,
    ): Promise<JudgedCall | null> => {
      const { request, exchange } = asked(call, raw);
      const { failure } = exchange.response;
      if (failure === 'not sent') return null;
      const isProbe = exchange.credential !== 'token';
      // A twin is not part of the load and is not timed.
      const options = { to: settings, timeoutMs, tags: { phase: `${call.phase}-twin` } };
      const isTwinned = isProbe && twinsProbes && exchange.endpoint === 'encrypt';
      const twin = isTwinned ? await ask(twinOf(request, settings.token), exchange.sequence, options) : null;
      const repeats = (json: JsonText | null) =>
        repeatsResult(json, data.known.results, latestResult, call.number);
      const judged = judge(exchange, { twin, groupWith, repeats });
      const { result, outcome } = judged.answer;
      return { result, outcome, hasFailed: failure !== null, refusal: isProbe ? refusalIn(judged) : null };
    },
    /** Whether a call without an answer met a connection that the service had just closed, as it may, so that it can be repeated. */
    metClosed: (call: PlannedCall, raw: Raw) => metClosedConnection(asked(call, raw).exchange),
  };
}
