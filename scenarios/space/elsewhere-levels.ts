import { distinct } from '../../checks/add-up.ts';
import { type Credential, credentialWords, type TokenElsewhere } from '../../checks/exchange.ts';
import { inTurn } from '../random.ts';
import { commonCredentials } from './credential-levels.ts';
import { type Level, mustFail, usual } from './level.ts';

/** Where a request has the token besides, or instead of, the Authorization header. */
export interface ElsewhereLevel extends Level {
  /** Absent: nowhere. */
  readonly place?: TokenElsewhere['place'];
  readonly names: readonly string[];
}

/** What programs call a credential: one word, or whose it is and what it is. */
const oneWord = [
  ...['token', 'key', 'session', 'sid', 'jwt', 'auth', 'authorization', 'bearer', 'user', 'secret'],
  ...['password', 'credential', 'signature', 'sig'],
];
const owners = ['access', 'auth', 'api', 'session', 'id', 'user', 'client', 'app', 'bearer', 'private'];
const kinds = ['token', 'key', 'id', 'secret'];
const called = [
  ...oneWord.map((word) => [word]),
  ...owners.flatMap((owner) => kinds.filter((kind) => kind !== owner).map((kind) => [owner, kind])),
];

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** access_token, accesstoken, access-token, accessToken */
const names = distinct(
  called.flatMap((words) => [
    ...['_', '', '-'].map((between) => words.join(between)),
    words.map((word, at) => (at === 0 ? word : capital(word))).join(''),
  ]),
);

/** Of products whose names of credentials do not follow these rules. */
const productNames = [
  'X-Forwarded-Access-Token',
  'X-Functions-Key',
  'Ocp-Apim-Subscription-Key',
  'X-Vault-Token',
  'X-Gitlab-Token',
];

/** Session cookies of servers that do not follow these rules. */
const cookieNames = ['JSESSIONID', 'PHPSESSID', 'ASP.NET_SessionId', 'connect.sid', 'laravel_session'];

/** Where proxies name the caller whom they have admitted. */
const callerNames = ['Forwarded', 'Remote', 'Authenticated', 'Auth-Request'].flatMap((by) =>
  ['User', 'Email'].map((kind) => `X-${by}-${kind}`),
);

/** Names under which proxies and gateways pass the header on, or take it instead, as Google Cloud Run, AWS API Gateway and grpc-gateway do. */
const passedOn = [
  'X-Forwarded',
  'X-Original',
  'Proxy',
  'X-Serverless',
  'X-Amzn-Remapped',
  'Grpc-Metadata',
].map((by) => `${by}-Authorization`);

const headerNames = [
  ...called.flatMap((words) => ['X-', ''].map((before) => before + words.map(capital).join('-'))),
  ...passedOn,
  ...callerNames,
  ...productNames,
].filter((name) => name !== 'Authorization');

/** A service may refuse two tokens in one call, so rare credentials are left out. */
const only = { credential: commonCredentials };

/** No service should look for the token in these places, whatever the header says. */
export const elsewhereLevels: readonly ElsewhereLevel[] = [
  usual('the token nowhere else', 15, { names: [] }),
  mustFail('the token in the query', 1, { place: 'query', names, only }),
  mustFail('the token in the body', 1, { place: 'body', names, only }),
  mustFail('the token in a cookie', 1, { place: 'cookie', names: [...names, ...cookieNames], only }),
  mustFail('the token in another header', 2, { place: 'header', names: headerNames, only }),
];

/** Servers limit the length of a request's head, some to 8 KiB, so names and tokens together take no more characters than this. */
const mostCharacters = 2000;
/** Names in one request. */
const mostAtOnce = 16;
/** Characters of a name, about. */
const usualName = 20;

/** What services most often look at besides the Authorization header. One name of four is one of these. */
const likely = [
  ...['access_token', 'token', 'api_key', 'session', 'jwt', 'apikey', 'auth_token', 'private_token', 'sid'],
  ...['X-Api-Key', 'X-Access-Token', 'X-Auth-Token', 'Private-Token', 'X-Session-Token', 'Api-Key'],
];

/**
 * The names for the n-th request with a credential: a quarter are likely ones, and all others take turns; each credential starts at another
 * name.
 */
export function namesAt(
  { place, names: all }: ElsewhereLevel,
  turn: number,
  credential: Credential,
  token: string,
): string[] {
  const fitting = place === 'body' ? mostAtOnce : Math.floor(mostCharacters / (token.length + usualName));
  const count = Math.max(2, Math.min(mostAtOnce, fitting));
  const number = turn + Object.keys(credentialWords).indexOf(credential);
  const firstCount = Math.ceil(count / 4);
  const first = likely.filter((name) => all.includes(name));
  const some = (names: readonly string[], length: number) =>
    Array.from({ length }, (_, at) => inTurn(names, number * length + at));
  return distinct([...some(first, firstCount), ...some(all, count - firstCount)]);
}
