import type { Answer } from './answer.ts';
import { valueAt } from './declared/answers.ts';
import type { ClauseId } from './document.ts';
import { callResult, outcomeName, succeeded, wentElsewhere } from './exchange.ts';
import { cut, describeValue } from './json-body.ts';
import { isNothing } from './json-text/json-text.ts';

/** What a run records beyond the document; none of it decides. */
export const observationKinds = {
  'status-codes': { clause: '7.errors', title: 'Statuses of valid calls' },
  'refusal-status-codes': { clause: '7.errors', title: 'Statuses of refused encrypt calls' },
  'refusal-bodies': { clause: '7.errors', title: 'Bodies of refused encrypt calls' },
  'www-authenticate': { clause: '7.errors', title: 'WWW-Authenticate of refused encrypt calls' },
  'content-types': { clause: '4.bodies-json', title: 'Content-Type of successful answers' },
  'body-notes': { clause: '4.bodies-json', title: 'Unusual JSON in bodies' },
  'stated-errors': { clause: '7.errors', title: 'Errors that 2xx answers state, by standard' },
  'body-shapes': { clause: '2.result-fields', title: 'Contents of successful bodies' },
  'user-status-values': { clause: '2.status-values', title: 'Values of user.status' },
  'user-extra-fields': { clause: '4.user.response', title: 'Undocumented fields of the User object' },
  'user-key-flag': { clause: '2.user.encryption_key_exists', title: 'Values of encryption_key_exists' },
  'without-token': { clause: '5.others', title: 'Other endpoints without a token' },
  'contested-authorization': {
    clause: '5.bearer',
    title: 'Encrypt with ambiguous forms of the header',
  },
  'data-classes': { clause: '4.encrypt.body', title: 'Encrypt by class of data' },
  'plaintext-in-answer': {
    clause: '4.encrypt.response',
    title: 'Encrypt answers that contain the data as plaintext',
  },
  'closed-connections': {
    clause: '7.errors',
    title: 'Calls on connections that the service closed without notice',
  },
  connections: { clause: '7.errors', title: 'Connections opened before the load' },
  'calls-left-out': { clause: '7.errors', title: 'Calls not made or not counted, and why' },
  addresses: { clause: '0.base-url', title: 'Addresses that answered' },
  'cookies-set': { clause: '5.tokens', title: 'Cookies the service sets' },
} as const satisfies Record<string, { clause: ClauseId; title: string }>;

export type ObservationId = keyof typeof observationKinds;

export interface Seen {
  readonly id: ObservationId;
  readonly value: string;
}

function seenAs(id: ObservationId, value: string): Seen {
  return { id, value };
}

export function observe(answer: Answer): Seen[] {
  const { exchange } = answer;
  const { credential, endpoint } = exchange;
  const outcome = succeeded(exchange) ? 'succeeded' : `refused: ${outcomeName(exchange)}`;
  if (credential === 'contested')
    return [seenAs('contested-authorization', `${exchange.variety}: ${outcome}`)];
  if (credential === 'absent' && endpoint !== 'encrypt') return [seenAs('without-token', outcome)];
  if (credential !== 'token') return observeRefusal(answer);
  const seen = [seenAs('status-codes', outcomeName(exchange))];
  if (exchange.response.address !== '') seen.push(seenAs('addresses', exchange.response.address));
  if (endpoint === 'encrypt')
    seen.push(seenAs('data-classes', `${exchange.variety}: ${callResult(exchange)}`));
  return succeeded(exchange) ? [...seen, ...observeSuccess(answer)] : seen;
}

function observeRefusal({ exchange, json }: Answer): Seen[] {
  if (succeeded(exchange) || wentElsewhere(exchange)) return [];
  const challenge = exchange.response.headers['www-authenticate'];
  return [
    seenAs('refusal-status-codes', outcomeName(exchange)),
    seenAs('refusal-bodies', bodyShape(json)),
    ...(challenge === undefined ? [] : [seenAs('www-authenticate', cut(challenge, 80))]),
  ];
}

function observeSuccess({ exchange, json, error }: Answer): Seen[] {
  const { headers, body } = exchange.response;
  const seen = [seenAs('content-types', headers['content-type'] ?? 'none')];
  if (headers['set-cookie'] !== undefined) seen.push(seenAs('cookies-set', 'yes'));
  if (error !== null) seen.push(seenAs('stated-errors', error));
  for (const note of json?.ok ? json.notes : []) seen.push(seenAs('body-notes', note));
  if (exchange.endpoint === 'user') return [...seen, ...observeUser(json?.ok ? json.value : null)];
  seen.push(seenAs('body-shapes', bodyShape(json)));
  if (exchange.endpoint === 'encrypt') {
    // Of the data, what is random: no answer has it by chance.
    const [marker = ''] = /[a-z0-9]{16}/.exec(exchange.request.body ?? '') ?? [];
    if (new Set(marker).size > 4)
      seen.push(seenAs('plaintext-in-answer', body.includes(marker) ? 'yes' : 'no'));
  }
  return seen;
}

const documented = ['id', 'status', 'encryption_key_exists', 'last_sync'];

function observeUser(body: unknown): Seen[] {
  const user = valueAt(body, '/user');
  const names = typeof user === 'object' && !isNothing(user) ? Object.keys(user as object) : [];
  const extra = names.filter((name) => !documented.includes(name));
  const status = valueAt(body, '/user/status');
  const flag = valueAt(body, '/user/encryption_key_exists');
  return [
    ...(typeof status === 'string' ? [seenAs('user-status-values', cut(JSON.stringify(status), 60))] : []),
    ...(typeof flag === 'boolean' ? [seenAs('user-key-flag', String(flag))] : []),
    ...extra.slice(0, 10).map((name) => seenAs('user-extra-fields', cut(name, 60))),
  ];
}

function bodyShape(json: Answer['json']): string {
  if (json === null) return 'empty';
  return json.ok ? shapeOf(json.value) : 'not JSON';
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? describeValue(value) : `a ${typeof value}`;
}
