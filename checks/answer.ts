import { type SchemaError, userResponseErrors } from '../schemas/validate.ts';
import type { ControlProfile } from './calls/control-profile.ts';
import { mayRefuseToken } from './calls/reported-error.ts';
import type { Subject } from './check.ts';
import { type Exchange, succeeded } from './exchange.ts';
import { type JsonText, parseJsonText } from './json-text/json-text.ts';

/** What an answer says by itself, and what it can be compared with. */
export type Comparable = Pick<Answer, 'exchange' | 'json' | 'control'>;

/** An exchange whose body has been read once for all checks. */
export interface Answer {
  readonly exchange: Exchange;
  readonly subjects: readonly Subject[];
  /** null: there is no body. */
  readonly json: JsonText | null;
  /** Broken keywords of the User schema; empty for other endpoints. */
  readonly userErrors: readonly SchemaError[];
  /** What successful encrypt answers of this run look like. */
  readonly control: ControlProfile;
}

export function readAnswer(exchange: Exchange, control: ControlProfile): Answer {
  const { body } = exchange.response;
  const json = body === '' ? null : parseJsonText(body);
  const isUser = exchange.endpoint === 'user' && succeeded(exchange);
  const userErrors = isUser && json?.ok ? userResponseErrors(json.value) : [];
  return { exchange, subjects: subjectsOf({ exchange, json, control }), json, control, userErrors };
}

function subjectsOf(answer: Comparable): Subject[] {
  const { exchange, json } = answer;
  const { endpoint, credential } = exchange;
  if (credential === 'contested') return [];
  if (endpoint === 'encrypt' && credential !== 'token') return [`auth-${credential}`, 'refusal-answer'];
  // Without a token a 2xx answer may be a disguised refusal, so only what the contract declares is judged.
  if (endpoint !== 'encrypt' && credential !== 'token') return [`no-token-${endpoint}`];
  const subjects: Subject[] = [];
  if (exchange.otherAlgorithm !== null) subjects.push('encrypt-algorithm');
  if (succeeded(exchange) && !mayRefuseToken(answer)) {
    subjects.push(`${endpoint}-answer`);
    if (endpoint !== 'user' && json !== null) subjects.push(`${endpoint}-body`);
  }
  return subjects;
}
