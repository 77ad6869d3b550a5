import { type Answer, endsOfNone } from '../../checks/answer.ts';
import { type CallCounts, countByClass, countCall, noCalls } from '../../checks/calls/calls.ts';
import { cleanAnswers } from '../../checks/draft/clean-answers.ts';
import { noSeenAnswers, noteAnswer } from '../../checks/draft/seen-answers.ts';
import { callResult, wentElsewhere } from '../../checks/exchange.ts';
import { cut } from '../../checks/json-body.ts';
import { nothingLearned } from '../../checks/meaning/meaning.ts';
import { type ObservationId, observeCall, type Seen } from '../../checks/observations.ts';
import type { Tally } from '../../checks/tally.ts';
import type { ErrorCount, SizeLimit } from '../../dist/facts-types.ts';
import { curlOf, type EvidenceContext } from '../../reports/evidence.ts';
import { type Redact, redactDeep } from '../../reports/secrets/redact.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { Authorization } from '../tokens/credentials.ts';

export type Records = ReturnType<typeof newRecords>;

/** A refusal that passed every check: its status, its body and the values of its headers. */
export interface KnownRefusal {
  readonly status: number;
  readonly body: string;
  readonly said: readonly string[];
}

const valuesKept = 20;
const longestValue = 200;

const noCounts = (): Record<string, number> => ({});

/** Everything a run has seen so far, as plain data, because setup() can return nothing else. */
export function newRecords() {
  return {
    tally: {} as Tally,
    calls: noCalls(),
    /** Encrypt calls by class of data, to find classes that are always refused. */
    classes: {} as Record<string, CallCounts>,
    sizeLimit: null as SizeLimit | null,
    known: nothingLearned,
    /** The first of a usual probe that passed every check. null: none is known. */
    refusal: null as KnownRefusal | null,
    observations: {} as {
      [id in ObservationId]?: { [name in Endpoint]?: { counts: Record<string, number>; more: number } };
    },
    errors: {} as Partial<Record<Endpoint, Record<string, ErrorCount>>>,
    answers: noSeenAnswers(),
    requests: 0,
    /** Endpoints with a call that ended in anything but a refusal, such as a success, a failure or a 429. */
    notRefusing: [] as Endpoint[],
    /** Judged made-up tokens by variety, and those with one changed character by the place of the change. */
    tokenProbes: { ways: noCounts(), places: noCounts() },
    /** Requests up to this number close their connection, because an earlier one met a connection closed by the service. */
    ownConnectionUntil: 0,
    /** The service keeps connections open that it is asked to close, so it is no longer asked. */
    keepsOpen: false,
    /** Connections that it kept open so. Each may refuse the call that follows on it. */
    leftOpen: 0,
  };
}

/** Records what an answer shows apart from the judgements of the checks. */
export function recordSeen(records: Records, answer: Answer, redact: Redact): void {
  const { endpoint, credential } = answer.exchange;
  const isRefused = ['unauthorised', 'refused'].includes(callResult(answer.exchange));
  if (!isRefused && !records.notRefusing.includes(endpoint)) records.notRefusing.push(endpoint);
  if (!wentElsewhere(answer.exchange)) noteAnswer(records.answers, answer, (text) => redact(text) === text);
  if (credential === 'token') recordObservations(records, endpoint, observeCall(answer), redact);
}

export function recordCall(records: Records, answer: Answer, evidence: EvidenceContext): void {
  const { exchange, result, outcome } = answer;
  const { endpoint, response } = exchange;
  // Support for a declared algorithm has a check of its own.
  if (exchange.otherAlgorithm !== null) return;
  countCall(records.calls[endpoint], answer);
  if (result !== 'succeeded') {
    records.errors[endpoint] ??= {};
    const errors = records.errors[endpoint];
    const example = response.error || cut(response.body, 2000);
    const known = errors[outcome] ?? { count: 0, example, curl: curlOf(exchange, evidence) };
    errors[outcome] = { ...known, count: known.count + 1 };
  }
  // An answer in an unusual form is not a refusal of that class of data.
  if (
    endpoint === 'encrypt' &&
    ![endsOfNone.nothing, endsOfNone['less data'], endsOfNone['other data']].includes(outcome)
  )
    countByClass(records.classes, answer);
}

/** Only new values are redacted: those already recorded contain no secret. */
export function recordObservations(
  records: Records,
  endpoint: Endpoint,
  seen: Seen,
  redact: Redact = (text) => text,
) {
  for (const [id, values] of Object.entries(seen) as [ObservationId, readonly string[]][])
    for (const value of values) {
      records.observations[id] ??= {};
      const byEndpoint = records.observations[id];
      // No prototype, because a service may have fields named `constructor` or `__proto__`.
      byEndpoint[endpoint] ??= { counts: Object.create(null), more: 0 };
      const { counts } = byEndpoint[endpoint];
      const kept = value in counts ? value : cut(redact(value), longestValue);
      if (kept in counts || Object.keys(counts).length < valuesKept) counts[kept] = (counts[kept] ?? 0) + 1;
      else byEndpoint[endpoint].more += 1;
    }
}

export function recordTokenProbe(records: Records, probe: Authorization): void {
  const { ways, places } = records.tokenProbes;
  const { variety, changedPlace } = probe;
  ways[variety] = (ways[variety] ?? 0) + 1;
  if (changedPlace !== undefined) places[changedPlace] = (places[changedPlace] ?? 0) + 1;
}

/** Removes secrets, so that setup() can return the records. */
export function redactRecords(records: Records, redact: Redact): Records {
  const isPlain = (text: string) => redact(text) === text;
  const { results, userId } = records.known;
  // Places and words that hold a secret are dropped: once redacted, they would match no answer.
  const places = Object.entries(results.places).flatMap(([path, place]) => {
    const free = { ...place, role: 'free' as const, marks: [] };
    return isPlain(path) ? [[path, place.marks.every(isPlain) ? place : free] as const] : [];
  });
  const known = {
    ...records.known,
    userId: userId !== null && isPlain(userId) ? userId : null,
    results: { ...results, places: Object.fromEntries(places) },
  };
  const answers = cleanAnswers(records.answers, isPlain);
  const refusal = isPlain(JSON.stringify(records.refusal)) ? records.refusal : null;
  return redactDeep({ ...records, answers, known, refusal }, redact);
}
