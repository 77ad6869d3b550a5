import type { Answer } from '../answer.ts';
import {
  fewestSuccesses,
  hasData,
  type PlaceProfile,
  resembles,
  type SuccessProfile,
  successesLike,
} from '../calls/control-profile.ts';
import { reportsError } from '../calls/reported-error.ts';
import { areWords, isGrowing } from '../calls/text-form.ts';
import { type Check, fail, type Judgement, notApplicable, pass, unclear } from '../check.ts';
import type { DeclaredMeaning } from '../declared/answers.ts';
import { type CallFailure, type Credential, callResult, type Exchange, succeeded } from '../exchange.ts';
import { describeValue } from '../json-body.ts';
import { learnShortRefusal, resultIn } from './refused-with-result.ts';

/** Why a refusal by its status may be none. */
export const asLongAsResult = 'a refusal that is as long as a result, and may hold it';

/** Why a refusal cannot be told from a success. */
export const withoutResult = 'holds no result and may be an error, with the access token too';

/** Whether an answer to a wrong credential refuses it: a pass. */
export function judgeRefusal(answer: Answer, declaredMeaning: DeclaredMeaning): Judgement {
  const { exchange, json } = answer;
  const { status } = exchange.response;
  if (saysNothing(exchange)) return notApplicable;
  // Under load most refusals pass, and to describe one takes longer than to judge it.
  const actual = () =>
    `HTTP ${status} with ${json === null ? 'an empty body' : json.ok ? describeValue(json.value) : 'text'}`;
  if (!succeeded(exchange)) {
    const held = resultIn(answer);
    if (held === 'none') return pass;
    return held === 'whole'
      ? fail(`${exchange.credentialForm}, with the result`, 'a refusal without the result', actual())
      : unclear(asLongAsResult, actual());
  }
  const declared = declaredMeaning(answer);
  if (declared === 'refusal') return pass;
  const isOpen = mayBeError(successesLike(answer, true));
  const isLike = declared === undefined && !isOpen && !reportsError(json, 'encrypt') && resembles(answer);
  if (declared === 'success' || (isLike && isKnown(answer)))
    return fail(exchange.credentialForm, 'any answer other than a success', actual());
  if (declared === undefined && !isOpen && !isLike && isLearned(answer) && asksForToken(json)) return pass;
  const like =
    declared === 'neither'
      ? 'whose body is not one that the contract declares'
      : isOpen
        ? `whose body ${withoutResult}`
        : 'that is neither clearly a success nor clearly a refusal';
  return unclear(`a 2xx answer ${like}`, actual());
}

/** With fewer, the first refusals may by chance all be of one kind. */
const fewestRefusals = 8;

/** Learns from the answers to probes with data how wrong credentials are refused. */
export function learnRefusal(answer: Answer): void {
  const { exchange, control } = answer;
  const { credential } = exchange;
  if (!hasData(exchange) || saysNothing(exchange)) return;
  if (succeeded(exchange)) control.isDisguised ||= !resembles(answer);
  else {
    control.refusals = { ...control.refusals, [credential]: (control.refusals?.[credential] ?? 0) + 1 };
    learnShortRefusal(control, exchange);
  }
}

/**
 * Whether enough is known to tell a success from a refusal. A refusal with emptied fields looks like a result of empty data, so
 * for those the service must be known to refuse by its status. What it says of empty data may also be an error, whoever asks.
 */
function isKnown(answer: Answer): boolean {
  const { exchange, control } = answer;
  const { refusals = {}, isDisguised = false } = control;
  const refusesByStatus = !isDisguised && (refusals[exchange.credential] ?? 0) >= fewestRefusals;
  return isLearned(answer) && (hasData(exchange) || refusesByStatus);
}

/** Whether results of such data are known: data that is empty or not. */
function isLearned(answer: Answer): boolean {
  // A refusal may have a 2xx status that no result has.
  const profile = successesLike(answer) ?? answer.control.successes['encrypt'];
  if (profile === undefined || profile.answers < fewestSuccesses) return false;
  return hasData(answer.exchange) || !mayBeError(profile);
}

const resultKey = /(cipher\w*|encrypted\w*|result|data|payload|output|value|content|nonce|tag|\.iv)$/i;

/**
 * Whether the successes may be one error, in the words of this service, given to every caller because it does not know the
 * access token: they hold something, but no result, which would grow with the data or be named as one.
 */
function mayBeError(successes: SuccessProfile | undefined): boolean {
  const held = Object.entries(successes?.places ?? {}).filter(
    ([path, place]) => path.startsWith('$') && isHeld(place),
  );
  // The name of an answer to come is no answer.
  const isResult = successes !== undefined && 'HTTP 202' in successes.places ? grows : isNamedOrGrows;
  return held.length > 0 && !held.some(([path, place]) => isResult(place, path));
}

function isHeld({ kinds, count, empty }: PlaceProfile): boolean {
  return empty < count && ['string', 'number', 'boolean'].some((kind) => kinds.includes(kind));
}

function grows({ form }: PlaceProfile): boolean {
  return form !== undefined && isGrowing(form);
}

function isNamedOrGrows(place: PlaceProfile, path: string): boolean {
  const { form, kinds } = place;
  // Bytes as numbers: a dozen or more in a list that is named as a result.
  if (form === undefined)
    return kinds.includes('number') && /\.1\d$/.test(path) && resultKey.test(path.slice(0, -3));
  return isGrowing(form) || (resultKey.test(path) && !areWords(form));
}

const aboutToken =
  /unauthori[sz]ed|unauthenticated|forbidden|denied|credential|(?<!unexpected )token|bearer|log(ged)? ?in|sign(ed)? ?in|\b40[13]\b/i;
/** The token may not have been looked at. */
const aboutLimits = /lock|\bban|limit|attempt|too.?many|throttl|\b429\b/i;
const longestError = 1000;

/** Whether a 2xx answer reports an error that is about the token, as the successes never do. */
function asksForToken(json: Answer['json']): boolean {
  if (!reportsError(json, 'encrypt') || !json?.ok) return false;
  const text = JSON.stringify(json.value);
  return text.length <= longestError && aboutToken.test(text) && !aboutLimits.test(text);
}

/** No readable answer, or one that asks to try later: the credential may never have been checked. */
export function saysNothing(exchange: Exchange): boolean {
  const { failure } = exchange.response;
  return (failure !== null && !endsACall.includes(failure)) || callResult(exchange) === 'turned away';
}

/** A service may refuse by closing the connection without an answer, or by a redirect to something that is not a URL. */
const endsACall: readonly CallFailure[] = ['reset', 'bad location'];

/**
 * §5.1, from the strongest reading to the weakest. Any answer but 2xx is a refusal, because §7 shows no statuses, unless it holds
 * the result. A 2xx answer is one where the contract says so, or where it reports an error about the token.
 */
export function authRefusalChecks(declaredMeaning: DeclaredMeaning): Check[] {
  const refuses = (
    credential: Exclude<Credential, 'token' | 'contested'>,
    what: string,
    reading: string,
  ): Check => ({
    id: `auth-${credential}-refused`,
    clause: '5.bearer',
    origin: 'derived',
    title: `Encrypt does not succeed ${what}`,
    failureTitle: `Encrypt succeeds ${what}`,
    subject: `auth-${credential}`,
    besideSuccess: 'pass',
    reading,
    judge: (answer) => judgeRefusal(answer, declaredMeaning),
  });
  return [
    refuses(
      'absent',
      'without an Authorization header',
      '"Carries the header" is read as "is refused without it", because "Which of the other endpoints require the header" (§5) implies that this one does.',
    ),
    refuses('empty', 'with an empty token', 'A header without a token does not carry the access token.'),
    refuses('scheme', 'with another scheme', 'The sentence names the scheme `Bearer`.'),
    refuses(
      'made-up',
      'with a made-up token',
      'A token that the harness made up is not the access token. The harness sends none that a decoder could read as the access token.',
    ),
  ];
}
