import {
  absent,
  type Backend,
  behind,
  type Expected,
  empty,
  everyone,
  guarding,
  madeUp,
  type Row,
  scheme,
} from './row.ts';

/** A path can be written in many ways, so the safe condition is any other than these. */
const others = ['/api/v1/user', '/api/v1/sync/status', '/api/v1/backup/create'];
const notTheseInVcl = `req.url !~ "^(${others.join('|')})$"`;

/** It knows more spellings of a path than the server in front. */
const express: Backend = { program: 'Express', flaw: 'no guard' };

const atEncrypt = (lines: string) => `location = /api/v1/encrypt { ${lines} proxy_pass http://service; }`;
const unlessToken = (status: number) => `if ($http_authorization != "Bearer TOKEN") { return ${status}; }`;
const check = `location = /check { internal; ${unlessToken(401)} return 204; }`;
const loginPage = 'location = /login { default_type text/html; return 200 "<html><h1>Log in</h1></html>"; }';
const toLogin = 'location @login { return 302 /login; }';
const exactExpression = required(`Require expr "%{HTTP:Authorization} == 'Bearer TOKEN'"`);
const rewriteCondition = `RewriteEngine on
RewriteCond %{HTTP:Authorization} !TOKEN$
RewriteRule ^/api/v1/encrypt$ - [F]`;

function mapped(what: string, pattern: string, expected: Expected): Row {
  const around = `map_hash_bucket_size 128; map $http_authorization $admitted { default 0; "${pattern}" 1; }`;
  const server = atEncrypt('if ($admitted = 0) { return 401; }');
  return guarding('nginx', what, expected, { around, server });
}

function asked(
  what: string,
  match: string,
  expected: Expected,
  where = `!{ path ${others.join(' ')} }`,
  backend?: Backend,
): Row {
  const server = `acl admitted req.hdr(Authorization) ${match}
  http-request deny deny_status 401 if ${where} !admitted`;
  return guarding('HAProxy', what, expected, { server }, backend);
}

function required(line: string) {
  return { server: `<Location "/api/v1/encrypt">\n${line}\n</Location>` };
}

function marked(directive: string, pattern: string) {
  return required(`${directive} Authorization "${pattern}" admitted\nRequire env admitted`);
}

/** Shows something else where the service refuses. */
function refusing(what: string, page: string, server: string): Row {
  const location = `proxy_intercept_errors on; error_page 401 ${page};`;
  return behind('nginx', what, 'pass', { location, server }, [{ program: 'Fastify' }]);
}

function compared(what: string, path: string, pattern: string, expected: Expected): Row {
  const condition = `${path} && req.http.Authorization !~ "${pattern}"`;
  const server = `sub vcl_recv { if (${condition}) { return (synth(401)); } }`;
  return guarding('Varnish', what, expected, { server });
}

/** Calls that meet the gap come with some of the credentials. */
const some: Expected = { failSome: [absent, empty, scheme, madeUp] };
const anyMadeUp: Expected = { fail: [madeUp] };
const anyBeginning: Expected = { fail: [scheme, madeUp] };

/** What asks for the token in place of the service, and how it refuses. */
export const guards: readonly Row[] = [
  guarding('nginx', 'asks for the token', 'pass', { server: atEncrypt(unlessToken(401)) }),
  asked('asks for the token', '-m str "Bearer TOKEN"', 'pass'),
  guarding('Apache', 'asks for the token', 'pass', exactExpression),
  compared('asks for the token', notTheseInVcl, '^Bearer TOKEN$', 'pass'),
  guarding('nginx', 'closes the connection (444)', 'pass', { server: atEncrypt(unlessToken(444)) }),
  refusing('a login page with status 200', '=200 /login', loginPage),
  refusing('a redirect to a login page', '= @login', toLogin),
  guarding('nginx', '`auth_request`', 'pass', { server: `${check} ${atEncrypt('auth_request /check;')}` }),
  guarding('nginx', '`auth_request`, or any caller from this machine', everyone, {
    server: `${check} ${atEncrypt('satisfy any; allow 127.0.0.1; deny all; auth_request /check;')}`,
  }),
  mapped('a map with a pattern', '~^Bearer TOKEN$', 'pass'),
  mapped('a map with a pattern without an end', '~^Bearer TOKEN', anyMadeUp),
  mapped('a map with a pattern without a beginning', '~TOKEN$', anyBeginning),
  mapped('a map, which compares in any case', 'Bearer TOKEN', anyMadeUp),
  mapped('a map of any token', '~^Bearer .+', anyMadeUp),
  asked('`-m beg`', '-m beg "Bearer TOKEN"', anyMadeUp),
  asked('`-m end`', '-m end TOKEN', anyBeginning),
  asked('`-m sub`', '-m sub TOKEN', anyBeginning),
  asked('`-i`', '-i -m str "Bearer TOKEN"', anyMadeUp),
  asked('`-m found`', '-m found', { fail: [empty, scheme, madeUp] }),
  guarding('Apache', '`SetEnvIf` without an end', anyMadeUp, marked('SetEnvIf', '^Bearer TOKEN')),
  guarding('Apache', '`SetEnvIfNoCase`', anyMadeUp, marked('SetEnvIfNoCase', '^Bearer TOKEN$')),
  guarding('Apache', '`RewriteCond` without a beginning', anyBeginning, { server: rewriteCondition }),
  compared('a pattern without a beginning', notTheseInVcl, 'TOKEN$', anyBeginning),
  asked('asks at the path as it is written', '-m str "Bearer TOKEN"', some, '{ path /api/v1/encrypt }'),
  compared('asks at the path as it is written', 'req.url ~ "^/api/v1/encrypt"', '^Bearer TOKEN$', some),
  compared('asks only where there is no query', 'req.url == "/api/v1/encrypt"', '^Bearer TOKEN$', some),
  guarding('nginx', 'asks at one path of many', some, { server: atEncrypt(unlessToken(401)) }, express),
  asked('asks at one path of many', '-m str "Bearer TOKEN"', some, '{ path /api/v1/encrypt }', express),
  guarding('Apache', 'asks at one path of many', some, exactExpression, express),
  behind('nginx', 'gives every call the token', everyone, {
    location: 'proxy_set_header Authorization "Bearer TOKEN";',
  }),
];
