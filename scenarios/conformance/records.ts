import type { Answer } from '../../checks/answer.ts';
import { learnRefusal } from '../../checks/auth/auth-refusal.ts';
import {
  type CallEnd,
  type CallsByClass,
  callEnd,
  countByClass,
  countCall,
  errorReported,
  noCalls,
  showsSizeLimit,
  unlikeOthers,
} from '../../checks/calls/calls.ts';
import { learn, newProfile } from '../../checks/calls/control-profile.ts';
import { learnRefusalLike } from '../../checks/declared/answers.ts';
import { succeeded } from '../../checks/exchange.ts';
import { cut } from '../../checks/json-body.ts';
import { type ObservationId, observe, type Seen } from '../../checks/observations.ts';
import { cleanAnswers } from '../../checks/seen/clean-answers.ts';
import { noSeenAnswers, noteAnswer } from '../../checks/seen/seen-answers.ts';
import type { Tally } from '../../checks/tally.ts';
import { curlOf, type EvidenceContext } from '../../reports/evidence.ts';
import type { ErrorCount } from '../../reports/facts.ts';
import { type Redact, redactDeep } from '../../reports/secrets/redact.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { RunContext } from '../run.ts';
import type { Authorization } from '../tokens/credentials.ts';

/** Everything that a run has seen so far, as plain data: setup() can hand on nothing else. */
export type Records = ReturnType<typeof newRecords>;

type ValueCounts = { readonly counts: Record<string, number>; more: number };
type Observations = Partial<Record<ObservationId, Partial<Record<Endpoint, ValueCounts>>>>;

const valuesKept = 20;

export function newRecords() {
  return {
    tally: {} as Tally,
    calls: noCalls(),
    /** Encrypt calls by class of data, to find classes that are always refused. */
    classes: {} as CallsByClass,
    control: newProfile(),
    observations: {} as Observations,
    errors: {} as Partial<Record<Endpoint, Record<string, ErrorCount>>>,
    answers: noSeenAnswers(),
    requests: 0,
    /** How often a made-up token of each variety was answered and judged, and one with the character changed at each place. */
    tokenProbes: { ways: {} as Record<string, number>, places: {} as Record<string, number> },
    /** Up to this request, each closes its connection, because one had met a connection that the service had closed. */
    ownConnectionUntil: 0,
  };
}

/** The contract, with its schemas compiled. */
type Declared = Pick<RunContext, 'contract' | 'validators'>;

/** Records what an answer says besides the judgements of the checks. */
export function recordAnswer(
  records: Records,
  declared: Declared,
  answer: Answer,
  evidence: EvidenceContext,
  redact: Redact,
): void {
  const { endpoint, credential, connection } = answer.exchange;
  noteAnswer(records.answers, answer, (text) => redact(text) === text);
  if (credential === 'token') recordValid(records, declared, answer, evidence);
  if (answer.subjects.some((subject) => subject.startsWith('auth-'))) learnRefusal(answer);
  if (connection === 'fresh') recordObservation(records, endpoint, { id: 'connections', value: 'opened' });
  for (const seen of observe(answer)) recordObservation(records, endpoint, seen, redact);
}

function recordValid(
  records: Records,
  { contract, validators }: Declared,
  answer: Answer,
  evidence: EvidenceContext,
): void {
  const { exchange } = answer;
  const ended = callEnd(answer, contract);
  const isError = ended.outcome === errorReported;
  // An answer cannot be compared with an error that is reported with 200. The document shows what user answers.
  if (exchange.endpoint !== 'user' && succeeded(exchange) && !isError) learn(answer);
  // Whether encrypt supports a declared algorithm is judged by a check of its own.
  if (exchange.otherAlgorithm !== null || showsSizeLimit(exchange, contract)) return;
  if (countCall(records.calls, ended) !== 'succeeded') recordError(records, ended, evidence);
  else learnRefusalLike(answer, contract, validators);
  // A service that answers one class of data in another form has not refused it.
  if (exchange.endpoint !== 'encrypt' || ended.outcome === unlikeOthers) return;
  countByClass(records.classes, ended);
}

const unchanged: Redact = (text) => text;

/** Only new values are redacted: a value that is already kept contains no secret. */
export function recordObservation(
  records: Records,
  endpoint: Endpoint,
  { id, value }: Seen,
  redact: Redact = unchanged,
): void {
  records.observations[id] ??= {};
  const byEndpoint = records.observations[id];
  // Without a prototype: a service may have fields named `constructor` or `__proto__`.
  byEndpoint[endpoint] ??= { counts: Object.create(null), more: 0 };
  const { counts } = byEndpoint[endpoint];
  const kept = value in counts ? value : redact(value);
  if (kept in counts || Object.keys(counts).length < valuesKept) counts[kept] = (counts[kept] ?? 0) + 1;
  else byEndpoint[endpoint].more += 1;
}

function recordError(records: Records, ended: CallEnd, { baseUrl, transport }: EvidenceContext): void {
  const { exchange, outcome } = ended;
  const { endpoint, response } = exchange;
  records.errors[endpoint] ??= {};
  const errors = records.errors[endpoint];
  errors[outcome] ??= {
    count: 0,
    example: response.error || cut(response.body, 2000),
    curl: curlOf(exchange, baseUrl, transport),
  };
  errors[outcome].count += 1;
}

export function recordTokenProbe({ tokenProbes }: Records, { variety, changedPlace }: Authorization): void {
  const { ways, places } = tokenProbes;
  ways[variety] = (ways[variety] ?? 0) + 1;
  if (changedPlace !== undefined) places[changedPlace] = (places[changedPlace] ?? 0) + 1;
}

/**
 * As they may leave setup(): without secrets. Successes with a secret in a key are left out: in the redacted form no answer would
 * be like them.
 */
export function redactRecords(records: Records, redact: Redact): Records {
  const successes = Object.fromEntries(
    Object.entries(records.control.successes).filter(([, { places }]) =>
      Object.keys(places).every((place) => redact(place) === place),
    ),
  );
  const answers = cleanAnswers(records.answers, (text) => redact(text) === text);
  return redactDeep({ ...records, answers, control: { ...records.control, successes } }, redact);
}
