import { type Level, mayBeRefused, mustFail, usual } from './level.ts';

/** A level that sets headers, or leaves them alone. */
export interface HeaderLevel extends Level {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Writes the documented path in another way. */
type Rewrite = (path: string) => string;

/** An empty value means that the header is not sent. */
const named = (header: string, value: string) => (value === '' ? `no ${header}` : `${header}: ${value}`);

/** Bodies are JSON (§4), but the document does not mention headers. */
const setting = (header: string, ...values: string[]): HeaderLevel[] =>
  values.map((value) => mayBeRefused(named(header, value), 1, { headers: { [header]: value } }));

/** Many services refuse such a call whatever its token, so only calls without an Authorization header have the level. */
const withoutHeader = <More>(name: string, more: More) =>
  mustFail(name, 1, { only: { credential: ['no header'] }, ...more });

/**
 * Headers of proxies and internal callers, all in one request: they name another method or path, by which a guard may decide although the
 * router takes the real one, or say that the call was checked before.
 */
const trusted = Object.fromEntries(
  (
    [
      ['OPTIONS', ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', 'X-Original-Method']],
      ['/', ['X-Original-URL', 'X-Rewrite-URL']],
      ['/healthz', ['X-Forwarded-Uri', 'X-Original-URI']],
      ['true', ['X-Internal', 'X-Internal-Request', 'X-Debug', 'X-Health-Check', 'X-Skip-Auth', 'X-Admin']],
      ['SUCCESS', ['X-Client-Verify', 'X-SSL-Client-Verify', 'SSL-Client-Verify']],
      [Array(5).fill('middleware').join(':'), ['X-Middleware-Subrequest']],
    ] as const
  ).flatMap(([value, names]) => names.map((name) => [name, value])),
);

/**
 * A caller on the machine itself, in the other headers by which proxies tell whose call they pass on: all that the npm package request-ip
 * looks at, Client-IP as PHP and Rails do, and those of appliances. X-Forwarded-For goes alone, since a network may refuse calls with a
 * header that it sets itself.
 */
const localCaller = {
  Forwarded: 'for=127.0.0.1',
  ...Object.fromEntries(
    [
      ...['X-Real-IP', 'X-Client-IP', 'True-Client-IP', 'X-Cluster-Client-IP', 'Client-IP', 'X-Forwarded'],
      ...['Forwarded-For', 'CF-Connecting-IP', 'Fastly-Client-IP', 'X-AppEngine-User-IP'],
      ...['X-Originating-IP', 'X-Remote-IP', 'X-Remote-Addr'],
    ].map((name) => [name, '127.0.0.1']),
  ),
};

const ofBrowser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

export const headerLevels = {
  contentType: [
    usual('Content-Type: application/json', 18),
    ...setting('Content-Type', 'application/json; charset=utf-8', 'application/json;charset=UTF-8'),
    // A guard may look only at bodies that are called JSON.
    ...['text/plain', 'application/x-www-form-urlencoded', ''].map((type) =>
      withoutHeader(named('Content-Type', type), { headers: { 'Content-Type': type } }),
    ),
  ],
  /** Accept headers of curl and Go, axios, .NET and a browser, which also says in which language its user reads. */
  accept: [
    usual('Accept: application/json', 20),
    ...setting('Accept', '*/*', 'application/json, text/plain, */*', ''),
    mayBeRefused(`Accept: ${ofBrowser}, Accept-Language: de-DE`, 1, {
      headers: { Accept: ofBrowser, 'Accept-Language': 'de-DE' },
    }),
  ],
  /** Accept-Encoding headers of Go, requests and .NET, browsers and content delivery networks. k6 decodes all of these codings. */
  encodings: [
    usual('no Accept-Encoding', 34),
    ...setting('Accept-Encoding', 'gzip', 'gzip, deflate', 'gzip, deflate, br, zstd'),
    ...setting('Accept-Encoding', 'br', 'deflate', 'zstd', 'identity'),
  ],
  /** Headers that proxies, health probes and curl set, and any client can set too. A guard that trusts them admits anybody. */
  claims: [
    usual('no claims', 30),
    ...setting('X-Forwarded-For', '127.0.0.1'),
    mayBeRefused('X-Real-IP: 127.0.0.1, and its like', 2, { headers: localCaller }),
    ...setting('User-Agent', 'kube-probe/1.30'),
    ...setting('Expect', '100-continue'),
    withoutHeader('X-HTTP-Method-Override: OPTIONS, and its like', { headers: trusted }),
  ],
} satisfies Readonly<Record<string, readonly HeaderLevel[]>>;

/** Changes one segment of /api/v1/encrypt: a guard may look at the beginning of the path alone, or at its end. */
const inEachSegment = (change: (segment: string) => string): Rewrite[] =>
  [1, 2, 3].map((changed) => (path) => {
    const segments = path.split('/');
    return segments.map((segment, at) => (at === changed ? change(segment) : segment)).join('/');
  });

const firstEncoded = (segment: string) => `%${segment.charCodeAt(0).toString(16)}${segment.slice(1)}`;

/** Rewrites of the path take turns. */
export const targets: readonly (Level & { readonly rewrites: readonly Rewrite[] })[] = [
  usual('the path alone', 42, { rewrites: [(path: string) => path] }),
  mayBeRefused('a query', 2, { rewrites: [(path: string) => `${path}?x=1`] }),
  // Most services answer 404 to any caller here.
  ...Object.entries<readonly Rewrite[]>({
    'a slash behind the path': [(path) => `${path}/`],
    'capitals in the path': [
      (path) => path.toUpperCase(),
      ...inEachSegment((segment) => segment.toUpperCase()),
    ],
    'a character of the path percent-encoded': [
      ...inEachSegment(firstEncoded),
      (path) => path.replace(/(?<=.)\//g, '%2F'),
    ],
    'a slash more in the path': inEachSegment((segment) => `/${segment}`),
    'dot segments in the path': inEachSegment((segment) => `user/../${segment}`),
    'a parameter of the path': inEachSegment((segment) => `${segment};x=1`),
    '.json behind the path': [(path) => `${path}.json`],
  }).map(([name, rewrites]) => withoutHeader(name, { rewrites })),
];

/** A request is the same with either level until an answer sets cookies. */
export const cookieLevels: readonly Level[] = [
  usual('no cookies', 2),
  mayBeRefused('the cookies of earlier answers', 1),
];

/** k6 manages connections. A request can only close its own; which kind it had is known afterwards. */
export const connections: readonly Level[] = [usual('fresh', 0), usual('used', 0), usual('used for long', 0)];

export const inFlightWithTwin = 'in flight with its twin';

export const moments: readonly Level[] = [
  // A service without any backup may answer in another way.
  mayBeRefused('right after the start', 0),
  mayBeRefused('before any backup', 0),
  usual('while a backup is made', 0),
  usual('right after a backup', 0),
  usual('alone', 0),
  usual('with others in flight', 0),
  usual('after idling', 0),
  // A service may slow down whoever makes mistakes.
  mayBeRefused('after a call with an unknown algorithm', 0),
  usual(inFlightWithTwin, 0),
];
