import type { Credential, Exchange } from '../../checks/exchange.ts';
import type { Question } from '../ask.ts';
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

export interface TimeLimits {
  readonly records: Records;
  readonly waits: WaitsByKind;
  /** Milliseconds since the epoch after which nothing is asked, nor waited for. */
  readonly deadlineMs: number;
  /** Until the rate allows another request. */
  readonly turn: () => Promise<void>;
}

export interface Sending {
  readonly timeoutMs: number;
  readonly discardBody: boolean;
}

type Send = (sending: Sending) => Promise<Exchange>;

/** A body without an end grows by some 200 MB in this time, on loopback. */
const glanceMs = 200;

/** Asks a question whose answer can be expected to have an end; null: it was left out, which is recorded. */
export async function askInTime(
  limits: TimeLimits,
  question: Question,
  send: Send,
): Promise<Exchange | null> {
  const waits = waitsFor(limits.waits, question);
  if (isHopeless(waits)) return leaveOut(limits, question, 'noEnd');
  waits.underWay += 1;
  try {
    return await firstWithAnEnd(limits, waits, question, send);
  } finally {
    waits.underWay -= 1;
  }
}

/**
 * k6 reads bodies whole into memory, however large. So of a kind that has not come to an end yet, a body is kept for
 * a moment only; where that is too short, the next one is thrown away as it comes, and asked for again when it had an
 * end. A backup is never asked for twice: it has side effects.
 */
async function firstWithAnEnd(
  limits: TimeLimits,
  waits: Waits,
  question: Question,
  send: Send,
): Promise<Exchange | null> {
  if (!waits.trusted && question.endpoint !== 'backup') {
    if (waits.inVain === 0) {
      const glance = await attempt(limits, send, glanceMs, false);
      if (glance.ended) {
        noteEnd(waits, glance.tookMs);
        return glance.exchange;
      }
    }
    const look = await wait(true);
    if (!look.ended) return outcomeOf(look);
  }
  const asked = await wait(false);
  return asked.ended ? asked.exchange : outcomeOf(asked);

  async function wait(discardBody: boolean): Promise<Attempt> {
    const made = await attempt(limits, send, waitMs(waits), discardBody);
    const { fromMs, tookMs, cut } = made;
    if (made.ended) noteEnd(waits, tookMs);
    else if (!cut) noteWaitInVain(waits, fromMs, fromMs + tookMs);
    return made;
  }

  function outcomeOf({ exchange, timeoutMs, cut }: Attempt): Exchange | null {
    if (timeoutMs === fullWaitMs) return exchange;
    return leaveOut(limits, question, cut ? 'noTime' : 'givenUp');
  }
}

interface Attempt {
  readonly exchange: Exchange;
  readonly timeoutMs: number;
  readonly fromMs: number;
  readonly tookMs: number;
  readonly ended: boolean;
  /** The deadline cut it short. */
  readonly cut: boolean;
}

async function attempt(
  { deadlineMs, turn }: TimeLimits,
  send: Send,
  wantedMs: number,
  discardBody: boolean,
): Promise<Attempt> {
  await turn();
  const fromMs = Date.now();
  const timeoutMs = Math.max(1, Math.min(wantedMs, deadlineMs - fromMs));
  const exchange = await send({ timeoutMs, discardBody });
  const tookMs = Date.now() - fromMs;
  const { failure } = exchange.response;
  const ended = failure === null || (failure !== 'timeout' && tookMs < timeoutMs);
  return { exchange, timeoutMs, fromMs, tookMs, ended, cut: timeoutMs < wantedMs };
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

export function leaveOut({ records }: TimeLimits, question: Question, reason: keyof typeof reasons): null {
  const value = `${credentialWords[question.authorization.credential]}: ${reasons[reason]}`;
  recordObservation(records, question.endpoint, { id: 'calls-left-out', value });
  return null;
}
