import { readAnswer } from '../../checks/answer.ts';
import { type Check, judge } from '../../checks/check.ts';
import { type Exchange, succeeded } from '../../checks/exchange.ts';
import type { Grouping } from '../../checks/meaning/groups.ts';
import type { Declared, KnownAnswers, ReadAnswer } from '../../checks/meaning/meaning.ts';
import { lonelyProbe, pairOf, seenProbe, seenSuccess } from '../../checks/meaning/pairs.ts';
import { judgeProbe, type Meaning, tooLarge } from '../../checks/meaning/probe-meanings.ts';
import { hasOtherLength, seenToLack } from '../../checks/meaning/successes.ts';
import { lookOf } from '../../checks/meaning/twins.ts';

export type JudgedAnswer = ReturnType<typeof judgeExchange>;

/** Reads an answer and returns it with the outcomes of its checks, passes omitted. `twin`: the answer to the same request with the token, for some probes. `groupWith`: collects answers to probes. */
export function judgeExchange(
  checks: readonly Check[],
  exchange: Exchange,
  known: KnownAnswers,
  declared: Declared,
  twin: Exchange | null = null,
  groupWith?: Grouping,
) {
  const answer = readAnswer(exchange, declared, known, (read) =>
    compared(read, known, declared, twin, groupWith),
  );
  return { answer, otherwise: judge(checks, answer, { withPasses: false }) };
}

/** Compares an encrypt answer with those from before the load. */
function compared(
  read: ReadAnswer,
  known: KnownAnswers,
  declared: Declared,
  twin: Exchange | null,
  groupWith: Grouping | undefined,
): Meaning | null {
  const { exchange, json } = read;
  if (exchange.endpoint !== 'encrypt') return null;
  if (exchange.credential !== 'token') {
    const pair =
      (twin && pairOf(read, readAnswer(twin, declared, known))) ?? lonelyProbe(read, known.results);
    if (pair !== null) return judgeProbe(pair, known.results, known.looks, groupWith);
    return seenProbe(read) === null ? tooLarge : null;
  }
  if (exchange.otherAlgorithm !== null || !succeeded(exchange)) return null;
  const success = seenSuccess(read);
  if (success === null || success.dataBytes === 0) return null;
  if (seenToLack(success, known.results))
    return known.references.includes(lookOf(success, known.results)) ? null : { is: 'refusal' };
  const isOfOtherData = hasOtherLength(json, success.dataBytes, known.results);
  return isOfOtherData ? { is: 'refusal', isOfOtherData } : null;
}
