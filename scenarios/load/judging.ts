import exec from 'k6/execution';
import { type Answer, endOfNone } from '../../checks/answer.ts';
import { checksFor } from '../../checks/catalogue.ts';
import type { Exchange } from '../../checks/exchange.ts';
import type { JsonText } from '../../checks/json-text/json-text.ts';
import { groupingOneByOne } from '../../checks/meaning/groups.ts';
import { judgeResults } from '../../checks/meaning/judge-results.ts';
import type { SeenSuccess } from '../../checks/meaning/leaves.ts';
import { seenSuccess } from '../../checks/meaning/pairs.ts';
import { repeatsResult } from '../../checks/meaning/successes.ts';
import { causeKey } from '../../checks/tally.ts';
import { dayOf, keepsFromPass } from '../../reports/waivers.ts';
import { ask, exchangeOf, type Raw } from '../ask.ts';
import { metClosedConnection } from '../call-failure.ts';
import type { KnownRefusal } from '../conformance/records.ts';
import type { UserContext } from '../context.ts';
import type { LoadData } from '../setup-data.ts';
import { saltedBody } from '../space/data-text.ts';
import type { MeasuredCall } from './count-calls.ts';
import { type LoadRequest, timeoutMs } from './draw-requests.ts';
import { type JudgedAnswer, judgeExchange } from './judge-exchange.ts';
import type { LoadCounters } from './k6-metrics.ts';
import { keepEvidence } from './keep-evidence.ts';
import { refusalIn } from './known-refusals.ts';
import { dataIndex } from './load-requests.ts';
import type { PlannedCall } from './plan-calls.ts';

export interface JudgedCall extends Pick<MeasuredCall, 'result' | 'outcome'> {
  /** Nothing arrived that could be judged. */
  readonly hasFailed: boolean;
  /** The answer to a probe, if it is a refusal that passed every check. */
  readonly refusal: KnownRefusal | null;
}

/** Successes of one virtual user that are compared with each other at the end of the load. */
const mostTwins = 400;

/** Causes of failures for which one virtual user keeps evidence. More would delay its calls. */
const mostKept = 50;

/** Judges calls of a virtual user whose answers need more than a glance. `metrics`: made in k6's init stage. */
export function newJudging(context: UserContext, data: LoadData, metrics: LoadCounters) {
  const { settings, contract, validators } = context;
  const checks = checksFor(contract, validators);
  const groupWith = groupingOneByOne();
  const evidenced = new Set(data.evidenced);
  const mostEvidenced = evidenced.size + mostKept;
  const failedOutcomes = new Set<string>();
  /** The successes of twins under load, each with its slice. */
  const twins = new Map<SeenSuccess, string>();

  function asked(call: PlannedCall, raw: Raw, { planned, body }: LoadRequest) {
    const sent = body && saltedBody({ ...body, before: planned.body ?? '' }, dataIndex(call), data.seed);
    const request = { ...planned, body: sent };
    return { request, exchange: exchangeOf(request, data.requests + call.index + 1, raw) };
  }

  /** Counts what the checks say of an answer. */
  function count(exchange: Exchange, { answer, otherwise }: JudgedAnswer): void {
    for (const subject of answer.subjects) metrics.judged.add(1, { subject });
    const isUnjudged = otherwise.some(
      ({ check, judgement }) => check.subject.startsWith('auth-') && judgement.outcome === 'not-applicable',
    );
    const isProbe = exchange.endpoint === 'encrypt' && exchange.credential !== 'token';
    if (isProbe && !isUnjudged) metrics.probes_judged.add(1, {});
    for (const { check, judgement } of otherwise) {
      const { outcome } = judgement;
      metrics.judged_otherwise.add(1, { check: check.id, outcome });
      if (
        judgement.outcome === 'fail' &&
        isNew(evidenced, causeKey(check.id, judgement.cause), mostEvidenced)
      )
        keepEvidence(context, check.id, exchange, judgement);
      // k6 must not exit 0 if a check rules out a pass.
      if (
        isNew(failedOutcomes, `${check.id} ${outcome}`) &&
        keepsFromPass(check, outcome, contract, dayOf(settings.startedAtMs))
      )
        exec.test.fail(`${outcome}: ${check.failureTitle}`.replaceAll('%', '%%'));
    }
  }

  function keepTwin(twin: Answer | null, slice: string): void {
    if (twin === null || twin.exchange.otherAlgorithm !== null || twins.size >= mostTwins) return;
    const success = seenSuccess(twin);
    if (success !== null) twins.set(success, slice);
  }

  return {
    /** null: the call could not be sent. `twinsProbes`: for a probe, the same request is made with the token, too. */
    judged: async (
      call: PlannedCall,
      raw: Raw,
      sent: LoadRequest,
      twinsProbes: boolean,
    ): Promise<JudgedCall | null> => {
      const { request, exchange } = asked(call, raw, sent);
      const { failure } = exchange.response;
      if (failure === 'not sent') return null;
      const isProbe = exchange.credential !== 'token';
      // A twin is not part of the load and is not timed.
      const options = { to: settings, timeoutMs, tags: { phase: `${call.phase}-twin` } };
      const valid = twinsProbes && request.twin ? { ...request.twin, body: request.body } : null;
      const twin = valid && (await ask(valid, exchange.sequence, options));
      const repeats = (json: JsonText | null) =>
        repeatsResult(json, data.known.results, sent.latestResult, call.number);
      const judged = judgeExchange(checks, exchange, data.known, context, { twin, groupWith, repeats });
      count(exchange, judged);
      keepTwin(judged.twin, call.slice);
      const { result, outcome } = judged.answer;
      return { result, outcome, hasFailed: failure !== null, refusal: isProbe ? refusalIn(judged) : null };
    },
    /**
     * The slices of twins that hold no result of their data, and how they ended. A service may encrypt otherwise under load, which
     * shows only in answers beside each other.
     */
    twinsWithoutResult: () => {
      const { results, references } = data.known;
      const { meanings } = judgeResults([...twins.keys()], results, references);
      return [...meanings].map(([success, meaning]) => ({
        slice: twins.get(success) ?? '',
        outcome: endOfNone(meaning),
      }));
    },
    /** Whether a call without an answer met a connection that the service had just closed, as it may, so that it can be repeated. */
    metClosed: (call: PlannedCall, raw: Raw, sent: LoadRequest) =>
      metClosedConnection(asked(call, raw, sent).exchange),
  };
}

/** Adds a key and returns whether it was new. Adds none once there are more than `most`. */
function isNew(keys: Set<string>, key: string, most = Infinity): boolean {
  if (keys.has(key) || keys.size > most) return false;
  keys.add(key);
  return true;
}
