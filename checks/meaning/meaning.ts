import type { Contract, DeclaredValidators } from '../../schemas/contract.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { Validator } from '../../schemas/validate.ts';
import { type CallFailure, callResult, type Exchange, succeeded, wentElsewhere } from '../exchange.ts';
import { isPerhapsByRounding } from '../inexact-numbers.ts';
import { type JsonText, valueAt } from '../json-text/json-text.ts';
import { describesError, describesLack, describesSuccess } from './described.ts';
import type { KnownResults } from './known-results.ts';
import { type KnownLooks, leftOpen, type Meaning, refusalMeaning, resultMeaning } from './probe-meanings.ts';

/** What a run has learned about the service's answers. Plain data. */
export interface KnownAnswers {
  /** An encrypt call with the token has succeeded. */
  readonly hasEncrypted: boolean;
  /** The first id that came twice; null: none has. A service may make up another id for every answer. */
  readonly userId: string | null;
  readonly results: KnownResults;
  readonly looks: KnownLooks;
  /** The keys that lead to each of the names, such as ids, that successes of backup have. */
  readonly backupNames: readonly (readonly string[])[];
  /** Looks of successes that refer to a result without containing it. */
  readonly references: readonly string[];
  /** Endpoints with a success that matched a declared refusal: such a match proves nothing there. */
  readonly refusalLike: readonly Endpoint[];
}

export const nothingLearned: KnownAnswers = {
  hasEncrypted: false,
  userId: null,
  backupNames: [],
  results: { status: 200, places: {} },
  looks: { admitted: [], refused: {}, steady: [], nameless: [], looksAtToken: false, needsToken: false },
  references: [],
  refusalLike: [],
};

export interface Declared {
  readonly contract: Contract;
  readonly validators: DeclaredValidators;
}

/** An answer that has been read, before it is interpreted. */
export interface ReadAnswer {
  readonly exchange: Exchange;
  /** null: there is no body. */
  readonly json: JsonText | null;
  /** The members in which a 2xx answer says that it is an error; null: it does not. */
  readonly error: readonly string[] | null;
}

/**
 * What an answer means; null: nothing. `compared`: what a comparison shows, of a probe with its twin or of a valid call with other
 * successes. The rules apply in order. An unreadable answer means nothing, nor does a refusal at another target. A status other
 * than 2xx is a refusal unless the answer contains the result. For a 2xx the contract decides first, then standards, then the
 * comparison.
 */
export function meaningOf(
  read: ReadAnswer,
  compared: Meaning | null,
  declared: Declared,
  known: KnownAnswers,
): Meaning | null {
  const { exchange } = read;
  const { failure } = exchange.response;
  if (failure !== null && !endsACall.includes(failure)) return null;
  // A client that gets the result has been admitted, even if it is told to come back later.
  if (compared?.is !== 'result' && callResult(exchange) === 'turned away') return null;
  const meaning = meaningAt(read, compared, declared, known);
  const isProbe = exchange.credential !== 'token';
  if (isProbe && wentElsewhere(exchange) && !maySucceed(meaning, exchange)) return null;
  const isPerhapsToken = exchange.mayBeUnsigned === true && meaning?.is === 'result';
  return isPerhapsToken ? leftOpen('perhaps-unsigned') : meaning;
}

/** Whether an answer at another target is or may be a result. Refusals there say nothing about the token. */
function maySucceed(meaning: Meaning | null, exchange: Exchange): boolean {
  if (meaning?.is !== 'unclear') return meaning?.is === 'result';
  return meaning.by === 'comparison' && succeeded(exchange);
}

function meaningAt(
  read: ReadAnswer,
  compared: Meaning | null,
  declared: Declared,
  known: KnownAnswers,
): Meaning | null {
  const { exchange, error } = read;
  const isValid = exchange.credential === 'token';
  if (!succeeded(exchange)) {
    const isRefusal =
      isValid || compared === null || isToldApart(read, compared, declared) || isOfOtherUser(read, known);
    return isRefusal ? refusalMeaning : compared;
  }
  if (isValid && exchange.otherAlgorithm === null) return meaningOfSuccess(read, compared, declared, known);
  const byContract = declaredMeaning(read, compared, declared, known);
  if (byContract !== undefined) return byContract;
  if (!isValid || compared !== null) return compared;
  return error === null ? resultMeaning : leftOpen('says-error');
}

/** What a 2xx answer to a valid call means. A contract can excuse what it describes, and cannot say whose result is in it. */
function meaningOfSuccess(
  read: ReadAnswer,
  compared: Meaning | null,
  declared: Declared,
  known: KnownAnswers,
): Meaning {
  const { exchange, error } = read;
  const { contract } = declared;
  const { endpoint } = exchange;
  // The document states what user answers, so its checks find faults. An error is a refusal only if the service may not know the token.
  if (endpoint === 'user') {
    if (error !== null && !known.hasEncrypted) return refusalMeaning;
    return isOfOtherUser(read, known) ? { is: 'refusal', holds: 'another user' } : resultMeaning;
  }
  // A schema of successes that has the code 0 describes an answer with another code, but not as a success.
  const isDescribed = () =>
    describesError(error ?? [], endpoint, contract) && keepsSuccess(read, declared) !== false;
  if (error !== null && !isDescribed()) return refusalMeaning;
  if (compared?.is !== 'refusal') return resultMeaning;
  const { lacks } = compared;
  return lacks !== undefined && describesLack(exchange, lacks, contract) ? resultMeaning : compared;
}

/** Whether an answer shows a user other than the token's: without a token, it may be the anonymous one. */
function isOfOtherUser(read: ReadAnswer, { userId }: KnownAnswers): boolean {
  return read.exchange.endpoint === 'user' && userId !== null && userId !== (userIdIn(read) ?? userId);
}

/** null: the answer holds no id of a user. */
export function userIdIn({ json }: Pick<ReadAnswer, 'json'>): string | null {
  const id = json?.ok ? valueAt(json.value, '/user/id') : null;
  return typeof id === 'string' ? id : null;
}

/** Whether the contract shows that an answer is a refusal if it refuses by its status, but has all that successes hold. */
function isToldApart(read: ReadAnswer, compared: Meaning, declared: Declared): boolean {
  if (compared.is !== 'unclear' || compared.why !== 'like-success') return false;
  return matchesRefusal(read, declared) && keepsSuccess(read, declared) === false;
}

/** undefined: the contract does not decide. */
function declaredMeaning(
  read: ReadAnswer,
  compared: Meaning | null,
  declared: Declared,
  { refusalLike }: KnownAnswers,
): Meaning | undefined {
  const { contract, validators } = declared;
  const { endpoint, response, credential } = read.exchange;
  const { status } = response;
  const keepsRefusal =
    contract.refusal?.statuses?.includes(status) === true && keeps(validators.refusal, read);
  const isError = read.error !== null;
  const noSuccess = keepsRefusal === false && !isError ? leftOpen('undeclared-body') : refusalMeaning;
  // A client that gets the result has been admitted, whatever refusals are declared.
  if (compared?.is === 'result') return undefined;
  if (contract.answers?.[endpoint]?.statuses?.includes(status) === false) return noSuccess;
  const isAnswer = keepsSuccess(read, declared);
  if (isAnswer === undefined) {
    if (keepsRefusal !== true) return undefined;
    return refusalLike.includes(endpoint) && !isError ? leftOpen('declared-refusal') : refusalMeaning;
  }
  if (!isAnswer) return matchesRefusal(read, declared) ? refusalMeaning : noSuccess;
  // A schema may describe errors and results alike. So for a call without the token it decides only if the comparison shows nothing, or if
  // it lists the values of successes.
  const isTold =
    compared === null
      ? credential === 'token'
      : compared.is === 'unclear' &&
        (compared.by === 'nothing' || describesSuccess(read.exchange, read.json, contract));
  return isTold && keepsRefusal !== true && !isError ? resultMeaning : undefined;
}

/** Whether an answer is a refusal by what the contract declares of refusals: their bodies, and statuses if it names any. */
export function matchesRefusal(read: ReadAnswer, { contract, validators }: Declared): boolean {
  const { status } = read.exchange.response;
  return contract.refusal?.statuses?.includes(status) !== false && keeps(validators.refusal, read) === true;
}

/** Whether an answer matches the schema of successes. undefined: as `keeps`, and also where its numbers cannot be judged as they were sent. */
function keepsSuccess(read: ReadAnswer, { validators }: Declared): boolean | undefined {
  const validator = validators[read.exchange.endpoint];
  const kept = keeps(validator, read);
  if (kept !== false || read.json?.ok !== true) return kept;
  return isPerhapsByRounding(validator?.errors ?? [], read.json.value) ? undefined : false;
}

/** undefined: there is no schema, or the answer is a 204, which has no body. Other answers without JSON match no schema. */
function keeps(validator: Validator | undefined, { exchange, json }: ReadAnswer): boolean | undefined {
  if (validator === undefined || (json === null && exchange.response.status === 204)) return undefined;
  return json?.ok === true && validator(json.value);
}

/** A service may refuse by closing the connection without an answer, or by redirecting to something that is not a URL. */
const endsACall: readonly CallFailure[] = ['reset', 'bad location'];
