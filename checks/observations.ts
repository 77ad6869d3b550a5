import type { Answer } from './answer.ts';
import type { ClauseId } from './document.ts';
import { outcomeName, succeeded, wentElsewhere } from './exchange.ts';
import { cut, describeValue } from './json-body.ts';
import { html, isNothing, valueAt } from './json-text/json-text.ts';
import type { KnownResults } from './meaning/known-results.ts';
import type { SeenSuccess } from './meaning/leaves.ts';
import { areAllAlike, areAllAsShort, plainResults, shareNonces, showBlocks } from './meaning/unencrypted.ts';

/** What a run records beyond the document. None decides, except that encrypt counts as offered only if `plaintext-in-answer` shows no sign that nothing was encrypted. */
export const observationKinds = {
  'status-codes': { clause: '7.errors', title: 'Statuses of valid calls' },
  'refusal-status-codes': { clause: '7.errors', title: 'Statuses of refused encrypt calls' },
  'refusal-bodies': { clause: '7.errors', title: 'Bodies of refused encrypt calls' },
  'content-types': { clause: '4.bodies-json', title: 'Content-Type of successful answers' },
  'stated-errors': { clause: '7.errors', title: 'Members in which 2xx answers state an error' },
  'body-shapes': { clause: '2.result-fields', title: 'Contents of successful bodies' },
  'user-status-values': { clause: '2.status-values', title: 'Values of user.status' },
  'user-extra-fields': { clause: '4.user.response', title: 'Undocumented fields of the User object' },
  'without-token': { clause: '5.others', title: 'Other endpoints without a token' },
  'plaintext-in-answer': {
    clause: '4.encrypt.response',
    title: 'Whether encrypt answers repeat the data, or show otherwise that it was not encrypted',
  },
  'closed-connections': {
    clause: '7.errors',
    title: 'Calls on connections that the service closed without notice',
  },
  'calls-left-out': { clause: '7.errors', title: 'Calls not made or not counted, and why' },
  addresses: { clause: '0.base-url', title: 'Addresses that answered' },
} as const satisfies Record<string, { clause: ClauseId; title: string }>;

export type ObservationId = keyof typeof observationKinds;

/** The values that were seen, by observation. */
export type Seen = { readonly [id in ObservationId]?: readonly string[] };

/** Observations of an answer to a call with the token. */
export function observeCall(answer: Answer): Seen {
  const { exchange, error, result } = answer;
  const { response } = exchange;
  return {
    'status-codes': [outcomeName(exchange)],
    addresses: response.address === '' ? [] : [response.address],
    'stated-errors': error === null ? [] : [error.join(', ')],
    ...(result === 'succeeded' && observeSuccess(answer)),
  };
}

/** Observations of an answer to a call without the right credential, once it has been interpreted. */
export function observeProbe(answer: Answer): Seen {
  const { exchange, json, meaning } = answer;
  const { credential, endpoint } = exchange;
  if (endpoint !== 'encrypt') return { 'without-token': credential === 'absent' ? [howTaken(answer)] : [] };
  const isRefusal = meaning?.is === 'refusal';
  // A limit, say, or no readable answer: nothing is known of the token.
  const isUnknown = meaning === null && !succeeded(exchange);
  if (wentElsewhere(exchange) || !(isRefusal || isUnknown)) return {};
  return {
    'refusal-status-codes': [outcomeName(exchange)],
    'refusal-bodies': isUnknown ? [] : [bodyShape(json)],
  };
}

/** Not just the status, because a service may also refuse with a 2xx. */
function howTaken({ exchange, meaning }: Answer): string {
  if (meaning?.is === 'result') return 'succeeded';
  const isOpen = meaning === null ? succeeded(exchange) : meaning.is === 'unclear';
  return `${isOpen ? 'unclear' : 'refused'}: ${outcomeName(exchange)}`;
}

function observeSuccess({ exchange, json }: Answer): Seen {
  const isUser = exchange.endpoint === 'user';
  return {
    'content-types': [exchange.response.headers['content-type'] ?? 'none'],
    ...(isUser ? observeUser(json?.ok ? json.value : null) : { 'body-shapes': [bodyShape(json)] }),
  };
}

/** Shorter data may stand in an answer by chance. */
const leastData = 16;

const nothingButData = 'nothing but the data that was sent, as it is or in an encoding';

/** Signs that answers hold nothing encrypted, for answers that do not hold the data itself. */
const signs = [
  [areAllAlike, 'the same text for all data'],
  [areAllAsShort, 'a ciphertext that is as short for long data as for short'],
  [showBlocks, 'equal blocks for equal blocks of the data, unlike any result of AES-256-GCM'],
  [shareNonces, 'nonces that recur with other data, which break AES-256-GCM'],
] as const;

/** Observations of successes of encrypt, once results are known: whether they repeat the data, or a sign that it was not encrypted. */
export function observeResults(successes: readonly SeenSuccess[], known: KnownResults): Seen {
  const plain = new Set(plainResults(successes, known));
  const [, other = 'no'] = signs.find(([isSeen]) => isSeen(successes, known)) ?? [];
  const seen = successes
    .filter((success) => plain.has(success) || success.dataBytes >= leastData)
    .map((success) => {
      if (plain.has(success)) return nothingButData;
      if ([...success.leaves.values()].some(({ isEcho }) => isEcho)) return 'yes';
      return other;
    });
  return { 'plaintext-in-answer': seen };
}

/** The sign that a run saw in answers of encrypt, and in how many; null: none. `counts`: of the values of `plaintext-in-answer`. */
export function signOfPlaintext(counts: Readonly<Record<string, number>>) {
  const [sign] = Object.entries(counts).filter(([value]) => value !== 'yes' && value !== 'no');
  return sign === undefined ? null : { hold: sign[0], answers: sign[1] };
}

const documented = ['id', 'status', 'encryption_key_exists', 'last_sync'];

function observeUser(body: unknown): Seen {
  const user = valueAt(body, '/user');
  const names = typeof user === 'object' && !isNothing(user) ? Object.keys(user as object) : [];
  const extra = names.filter((name) => !documented.includes(name));
  const status = valueAt(body, '/user/status');
  return {
    'user-status-values': typeof status === 'string' ? [cut(JSON.stringify(status), 60)] : [],
    'user-extra-fields': extra.slice(0, 10).map((name) => cut(name, 60)),
  };
}

function bodyShape(json: Answer['json']): string {
  if (json === null) return 'empty';
  if (!json.ok) return json.reason === html ? html : 'not JSON';
  if (Array.isArray(json.value)) return 'an array';
  return typeof json.value === 'object' ? describeValue(json.value) : `a ${typeof json.value}`;
}
