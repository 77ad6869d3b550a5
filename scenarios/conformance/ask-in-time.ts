import type { Credential, Exchange } from '../../checks/exchange.ts';
import type { RefusedProbe } from '../../checks/lockout.ts';
import type { EvidenceContext } from '../../reports/evidence.ts';
import { type AskOptions, ask, metClosedConnection } from '../ask.ts';
import { sleep } from '../paced.ts';
import type { Question } from '../question.ts';
import type { RunContext } from '../run-context.ts';
import { type Records, recordObservation } from './records.ts';
import {
  fullWaitMs,
  isHopeless,
  noteEnd,
  noteWaitInVain,
  type Waits,
  type WaitsByKind,
  waitMs,
  waitsFor,
} from './waits.ts';

/** What the calls of the conformance phase share. */
export interface Runner {
  readonly context: RunContext;
  readonly seed: number;
  readonly evidence: EvidenceContext;
  readonly records: Records;
  /** In the order of the answers. */
  readonly refusals: RefusedProbe[];
  readonly waits: WaitsByKind;
  /** Milliseconds since 1970. After it nothing is asked, nor waited for. */
  readonly deadlineMs: number;
  /** Resolves when the rate allows another request. */
  readonly turn: () => Promise<void>;
}

/** Asks a question if its answer can be expected to end; null: it was left out, which is recorded. */
export async function askInTime(runner: Runner, question: Question): Promise<Exchange | null> {
  const waits = waitsFor(runner.waits, question);
  if (isHopeless(waits)) return leaveOut(runner, question, 'noEnd');
  waits.inFlight += 1;
  try {
    return await firstWithAnEnd(runner, waits, question);
  } finally {
    waits.inFlight -= 1;
  }
}

/** On loopback, an endless body grows by about 200 MB in this time. */
const glanceMs = 200;

/**
 * k6 reads bodies whole into memory, however large. Therefore, until a call of a kind has ended, a body is kept for a moment only.
 * If that is too short, the next body is discarded as it arrives, and asked for again if it ended. A backup is never asked for
 * twice: it has side effects.
 */
async function firstWithAnEnd(runner: Runner, waits: Waits, question: Question): Promise<Exchange | null> {
  if (!waits.trusted && question.endpoint !== 'backup') {
    const glance = waits.inVain === 0 ? await attempt(runner, waits, question, 'glance') : null;
    if (glance?.ended) return glance.exchange;
    const look = await attempt(runner, waits, question, 'discard');
    if (!look.ended) return exchangeIn(look);
  }
  return exchangeIn(await attempt(runner, waits, question, 'keep'));

  function exchangeIn({ exchange, ended, timeoutMs, cut }: Attempt): Exchange | null {
    if (ended || timeoutMs === fullWaitMs) return exchange;
    return leaveOut(runner, question, cut ? 'noTime' : 'givenUp');
  }
}

interface Attempt {
  readonly exchange: Exchange;
  readonly timeoutMs: number;
  readonly ended: boolean;
  /** The deadline left less time than was wanted. */
  readonly cut: boolean;
}

async function attempt(
  runner: Runner,
  waits: Waits,
  question: Question,
  kind: 'glance' | 'discard' | 'keep',
): Promise<Attempt> {
  await runner.turn();
  const fromMs = Date.now();
  const wantedMs = kind === 'glance' ? glanceMs : waitMs(waits);
  const timeoutMs = Math.max(1, Math.min(wantedMs, runner.deadlineMs - fromMs));
  const responseType = kind === 'discard' ? 'none' : 'binary';
  const exchange = await askOnOpenConnection(runner, question, { timeoutMs, responseType });
  const untilMs = Date.now();
  const { failure } = exchange.response;
  const ended = failure === null || (failure !== 'timeout' && untilMs - fromMs < timeoutMs);
  const cut = timeoutMs < wantedMs;
  if (ended) noteEnd(waits, untilMs - fromMs);
  else if (!cut && kind !== 'glance') noteWaitInVain(waits, fromMs, untilMs);
  return { exchange, timeoutMs, ended, cut };
}

const mostRepetitions = 10;
const callsOnOwnConnections = 100;
/** k6 needs this long to notice that the service has closed a connection. A backup cannot be asked for again. */
const noticeMs = 50;

/**
 * Asks again if the service had closed the connection, as it may at any time (RFC 9112 §9.5); k6 itself repeats a GET. The calls
 * after it get connections of their own: there a service that resets calls gives itself away.
 */
async function askOnOpenConnection(
  { records, context }: Runner,
  question: Question,
  options: Pick<AskOptions, 'timeoutMs' | 'responseType'>,
): Promise<Exchange> {
  const { baseUrl, headers } = context.settings;
  if (question.endpoint === 'backup' && question.authorization.credential === 'token') await sleep(noticeMs);
  for (let repetition = 0; ; repetition += 1) {
    records.requests += 1;
    const closes = records.requests <= records.ownConnectionUntil;
    const tags = { phase: 'conformance' };
    const exchange = await ask(question, records.requests, { baseUrl, headers, tags, closes, ...options });
    if (!metClosedConnection(exchange) || repetition === mostRepetitions) return exchange;
    records.ownConnectionUntil = records.requests + callsOnOwnConnections;
    recordObservation(records, question.endpoint, { id: 'closed-connections', value: 'asked again' });
  }
}

const reasons = {
  noEnd: 'not made, because earlier ones did not end',
  givenUp: `given up before ${fullWaitMs / 1000} s, because earlier ones did not end`,
  noTime: 'not made or not waited for, because the time for them was up',
} as const;

const credentialWords: Readonly<Record<Credential, string>> = {
  token: 'with the token',
  absent: 'without an Authorization header',
  empty: 'with an empty token',
  scheme: 'with another scheme',
  'made-up': 'with a made-up token',
  contested: 'with an ambiguous form of the header',
};

export function leaveOut({ records }: Runner, question: Question, reason: keyof typeof reasons): null {
  const value = `${credentialWords[question.authorization.credential]}: ${reasons[reason]}`;
  recordObservation(records, question.endpoint, { id: 'calls-left-out', value });
  return null;
}
