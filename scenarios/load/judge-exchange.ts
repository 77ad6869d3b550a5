import { readAnswer } from '../../checks/answer.ts';
import { besideTwin } from '../../checks/beside-twin.ts';
import { type Check, judge } from '../../checks/check.ts';
import { type Exchange, succeeded } from '../../checks/exchange.ts';
import type { JsonText } from '../../checks/json-text/json-text.ts';
import { lackingMeaning } from '../../checks/meaning/described.ts';
import type { groupingOneByOne } from '../../checks/meaning/groups.ts';
import type { SeenSuccess } from '../../checks/meaning/leaves.ts';
import type { Declared, KnownAnswers, ReadAnswer } from '../../checks/meaning/meaning.ts';
import { namelessMeaning } from '../../checks/meaning/nameless.ts';
import { lonelyProbe, pairOf, seenProbe, seenSuccess } from '../../checks/meaning/pairs.ts';
import { judgeProbe, type Meaning, tooLarge } from '../../checks/meaning/probe-meanings.ts';
import { besideSuccesses } from '../../checks/meaning/settle.ts';
import { hasOtherLength, lacksNames, seenToLack } from '../../checks/meaning/successes.ts';
import { lookOf } from '../../checks/meaning/twins.ts';

export type JudgedAnswer = Pick<ReturnType<typeof judgeExchange>, 'answer' | 'otherwise'>;

/** What an answer can be compared with, under load or when a request is repeated. */
interface Beside {
  /** The answer to the same request with the token, for some probes. */
  readonly twin?: Exchange | null;
  /** Successes of the endpoint, if it takes no data; under load they are not kept. */
  readonly successes?: readonly SeenSuccess[];
  readonly groupWith?: ReturnType<typeof groupingOneByOne>;
  /** Whether the answer to a valid call repeats the result of other data. */
  readonly repeats?: (json: JsonText | null) => boolean;
}

/** Reads an answer, and its twin's if there is one, and returns them with what its checks say. `otherwise`: all but passes. */
export function judgeExchange(
  checks: readonly Check[],
  exchange: Exchange,
  known: KnownAnswers,
  declared: Declared,
  { twin = null, successes = [], groupWith, repeats }: Beside = {},
) {
  const { results, looks, references, backupNames } = known;
  const valid = twin && readAnswer(twin, declared, known);
  /** Compares an answer with those from before the load: of encrypt, and of other endpoints to calls without the token and to backups. */
  const compared = (read: ReadAnswer): Meaning | null => {
    // Under load, successes of other endpoints are not kept: without them, only a User is recognised.
    if (exchange.endpoint === 'backup' && exchange.credential === 'token')
      return succeeded(exchange) && lacksNames(read.json, backupNames) ? namelessMeaning(backupNames) : null;
    if (exchange.endpoint !== 'encrypt')
      return exchange.credential === 'token' ? null : besideSuccesses(read, successes);
    if (exchange.credential !== 'token') {
      const pair = (valid && pairOf(read, valid)) ?? lonelyProbe(read, results);
      if (pair !== null) return judgeProbe(pair, results, looks, groupWith);
      return seenProbe(read) === null ? tooLarge : null;
    }
    if (exchange.otherAlgorithm !== null || !succeeded(exchange)) return null;
    const success = seenSuccess(read);
    if (success === null || success.dataBytes === 0) return null;
    if (seenToLack(success, results))
      return references.includes(lookOf(success, results)) ? null : lackingMeaning(success, results);
    const isOfOtherData =
      hasOtherLength(read.json, success.dataBytes, results) || repeats?.(read.json) === true;
    return isOfOtherData ? { is: 'refusal', holds: 'other data' } : null;
  };
  const answer = besideTwin(readAnswer(exchange, declared, known, compared), valid);
  const judged = judge(checks, answer);
  const otherwise = judged.filter(({ judgement }) => judgement.outcome !== 'pass');
  return { answer, twin: valid, judged, otherwise };
}
