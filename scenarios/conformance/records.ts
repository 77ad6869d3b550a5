import { type Answer, unlikeOthers } from '../../checks/answer.ts';
import {
  type Calls,
  type CallsByClass,
  countByClass,
  countCall,
  noCalls,
  showsSizeLimit,
} from '../../checks/calls/calls.ts';
import { wentElsewhere } from '../../checks/exchange.ts';
import { cut } from '../../checks/json-body.ts';
import { type KnownAnswers, nothingLearned } from '../../checks/meaning/meaning.ts';
import { type ObservationId, observeCall, observeProbe, type Seen } from '../../checks/observations.ts';
import { cleanAnswers } from '../../checks/seen/clean-answers.ts';
import { noSeenAnswers, noteAnswer, type SeenAnswers } from '../../checks/seen/seen-answers.ts';
import type { Tally } from '../../checks/tally.ts';
import { curlOf, type EvidenceContext } from '../../reports/evidence.ts';
import type { ErrorCount } from '../../reports/facts.ts';
import { type Redact, redactDeep } from '../../reports/secrets/redact.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { RunContext } from '../context.ts';
import type { Authorization } from '../tokens/credentials.ts';

/** Everything that a run has seen so far, as plain data: setup() can hand on nothing else. */
export interface Records {
  readonly tally: Tally;
  readonly calls: Calls;
  /** Encrypt calls by class of data, to find classes that are always refused. */
  readonly classes: CallsByClass;
  known: KnownAnswers;
  readonly observations: Observations;
  readonly errors: Partial<Record<Endpoint, Record<string, ErrorCount>>>;
  readonly answers: SeenAnswers;
  requests: number;
  /** Time for reading and judging answers, without that for asking again; and the characters of the longest body. */
  readingMs: number;
  longestBody: number;
  /** How often a made-up token of each variety was answered and judged, and one with the character changed at each place. */
  readonly tokenProbes: Record<'ways' | 'places', Record<string, number>>;
  /** Up to this request, each closes its connection, because one had met a connection that the service had closed. */
  ownConnectionUntil: number;
}

type ValueCounts = { readonly counts: Record<string, number>; more: number };
type Observations = Partial<Record<ObservationId, Partial<Record<Endpoint, ValueCounts>>>>;

const valuesKept = 20;

export function newRecords(): Records {
  return {
    tally: {},
    calls: noCalls(),
    classes: {},
    known: nothingLearned,
    observations: {},
    errors: {},
    answers: noSeenAnswers(),
    requests: 0,
    readingMs: 0,
    longestBody: 0,
    tokenProbes: { ways: {}, places: {} },
    ownConnectionUntil: 0,
  };
}

/** Records what an answer shows by itself, besides the judgements of the checks. */
export function recordSeen(records: Records, answer: Answer, redact: Redact): void {
  const { endpoint, connection, credential } = answer.exchange;
  if (!wentElsewhere(answer.exchange)) noteAnswer(records.answers, answer, (text) => redact(text) === text);
  if (connection === 'fresh') recordObservation(records, endpoint, { id: 'connections', value: 'opened' });
  const seen = credential === 'token' ? observeCall(answer) : [];
  for (const one of seen) recordObservation(records, endpoint, one, redact);
}

/** Records what an answer to a probe shows, once its meaning is known. */
export function recordProbe(records: Records, answer: Answer, redact: Redact): void {
  for (const seen of observeProbe(answer)) recordObservation(records, answer.exchange.endpoint, seen, redact);
}

/** Records how a valid call ended. */
export function recordCall(
  records: Records,
  { contract }: Pick<RunContext, 'contract'>,
  answer: Answer,
  evidence: EvidenceContext,
): void {
  const { exchange, result, outcome } = answer;
  // Whether encrypt supports a declared algorithm is judged by a check of its own.
  if (exchange.otherAlgorithm !== null || showsSizeLimit(exchange, contract)) return;
  countCall(records.calls, answer);
  if (result !== 'succeeded') recordError(records, answer, evidence);
  // A service that answers one class of data in another form has not refused it.
  if (exchange.endpoint === 'encrypt' && outcome !== unlikeOthers) countByClass(records.classes, answer);
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

function recordError(records: Records, ended: Answer, context: EvidenceContext): void {
  const { exchange, outcome } = ended;
  const { endpoint, response } = exchange;
  records.errors[endpoint] ??= {};
  const errors = records.errors[endpoint];
  errors[outcome] ??= {
    count: 0,
    example: response.error || cut(response.body, 2000),
    curl: curlOf(exchange, context),
  };
  errors[outcome].count += 1;
}

export function recordTokenProbe({ tokenProbes }: Records, { variety, changedPlace }: Authorization): void {
  const { ways, places } = tokenProbes;
  ways[variety] = (ways[variety] ?? 0) + 1;
  if (changedPlace !== undefined) places[changedPlace] = (places[changedPlace] ?? 0) + 1;
}

/** As they may leave setup(): without secrets. */
export function redactRecords(records: Records, redact: Redact): Records {
  const answers = cleanAnswers(records.answers, (text) => redact(text) === text);
  return redactDeep({ ...records, answers, known: withoutSecrets(records.known, redact) }, redact);
}

/** In the redacted form no answer would be like what is known, so places and words that hold a secret are left out. */
function withoutSecrets(known: KnownAnswers, redact: Redact): KnownAnswers {
  const isPlain = (text: string) => redact(text) === text;
  const places = Object.entries(known.results.places).flatMap(([path, place]) => {
    if (!isPlain(path)) return [];
    return [
      [path, place.marks.every(isPlain) ? place : { ...place, role: 'free' as const, marks: [] }] as const,
    ];
  });
  return { ...known, results: { ...known.results, places: Object.fromEntries(places) } };
}
