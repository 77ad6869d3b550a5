import { type SchemaError, userResponseErrors } from '../schemas/validate.ts';
import {
  type CallResult,
  callResult,
  type Exchange,
  outcomeName,
  type Subject,
  subjectsOfRefusal,
  subjectsOfSuccess,
  succeeded,
} from './exchange.ts';
import { parseJsonText } from './json-text/json-text.ts';
import {
  type Declared,
  type KnownAnswers,
  meaningOf,
  nothingLearned,
  type ReadAnswer,
} from './meaning/meaning.ts';
import type { Meaning } from './meaning/probe-meanings.ts';
import { statedError } from './meaning/stated-error.ts';

/** An exchange whose body has been read once for all checks. */
export interface Answer extends ReadAnswer {
  readonly subjects: readonly Subject[];
  /** Violations of the User schema; also empty if the answer is not a success of user. */
  readonly userErrors: readonly SchemaError[];
  /** null: the answer means nothing, or its meaning is not known yet. */
  readonly meaning: Meaning | null;
  /** For a call with a wrong credential: a refusal of it can only be about the credential. Absent: not known (`besideTwin`). */
  readonly isOfCredential?: true;
  /** How a valid call ended. Derived from the exchange, unless a 2xx answer turns out not to be a success. */
  readonly result: CallResult;
  /** "HTTP 503", "timeout" … */
  readonly outcome: string;
}

/** How a call ends whose 2xx answer is no success, by what the answer holds instead. */
export const endsOfNone = {
  nothing: '2xx without a result',
  error: '2xx that reports an error',
  'other data': '2xx with the result of other data',
  'less data': '2xx with the result of less data',
  'another user': '2xx with another user',
  'another algorithm': '2xx that names another algorithm',
  'ruled out': '2xx with a body that the document rules out',
};

/** `known`: what other answers have taught. `compare`: compares with those or with a twin; null: no result. */
export function readAnswer(
  exchange: Exchange,
  declared: Declared,
  known: KnownAnswers = nothingLearned,
  compare: (read: ReadAnswer) => Meaning | null = () => null,
): Answer {
  const { body } = exchange.response;
  const json = body === '' ? null : parseJsonText(body);
  const isUser = exchange.endpoint === 'user' && succeeded(exchange);
  const userErrors = isUser && json?.ok ? userResponseErrors(json.value) : [];
  const read = {
    exchange,
    json,
    error: succeeded(exchange) ? statedError(json, exchange.response, exchange.endpoint) : null,
  };
  const meaning = meaningOf(read, compare(read), declared, known);
  return { ...read, userErrors, meaning, ...endOf(read, meaning), subjects: subjectsOf(read, meaning) };
}

/**
 * Whether a valid call was turned down, which a service may do in unusual circumstances, such as a rare header. Circumstances
 * excuse neither a failure, nor the result of anything but the data, nor a 2xx in JSON that lacks its result and states no error.
 */
export function isTurnedDown({ result, meaning, outcome, json }: Answer): boolean {
  const holdsResult = meaning?.is === 'refusal' && meaning.holds !== undefined;
  const lacksResult = outcome === endsOfNone.nothing && json?.ok === true;
  return result !== 'succeeded' && result !== 'failed' && !holdsResult && !lacksResult;
}

export function withMeaning(answer: Answer, meaning: Meaning | null): Answer {
  return { ...answer, meaning, ...endOf(answer, meaning) };
}

function endOf({ exchange, error }: ReadAnswer, meaning: Meaning | null): Pick<Answer, 'result' | 'outcome'> {
  if (!succeeded(exchange) || meaning === null || meaning.is === 'result')
    return { result: callResult(exchange), outcome: outcomeName(exchange) };
  return { result: 'refused', outcome: error === null ? endOfNone(meaning) : endsOfNone.error };
}

/** How a valid call ended whose 2xx answer is no success. */
export function endOfNone(meaning: Meaning): string {
  return endsOfNone[(meaning.is === 'refusal' && meaning.holds) || 'nothing'];
}

function subjectsOf({ exchange, json, error }: ReadAnswer, meaning: Meaning | null): Subject[] {
  const { endpoint, credential, otherAlgorithm } = exchange;
  // A 2xx answer may be a disguised refusal, so the subjects of a success do not apply.
  if (credential !== 'token') return subjectsOfRefusal(endpoint, credential);
  const refusesToken = endpoint === 'user' && meaning?.is === 'refusal' && meaning.holds === undefined;
  const isSuccess = succeeded(exchange) && !refusesToken;
  const ofSuccess = isSuccess ? subjectsOfSuccess(endpoint, json !== null) : [];
  // A contract describes successes, and the document what user answers: an error has to be JSON alone.
  const statesError = endpoint !== 'user' && error !== null && meaning?.is === 'refusal';
  const subjects = ofSuccess.filter((one) => !(statesError && one === `${endpoint}-answer`));
  if (otherAlgorithm !== null) subjects.unshift('encrypt-algorithm');
  return subjects;
}
