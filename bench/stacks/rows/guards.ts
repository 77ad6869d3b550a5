import {
  absent,
  type Backend,
  behind,
  type Expected,
  empty,
  everyone,
  goWithoutGuard,
  madeUp,
  type Row,
  scheme,
} from './row.ts';

/** A path can be written in many ways, so the safe condition is any other than these. */
const others = ['/api/v1/user', '/api/v1/sync/status', '/api/v1/backup/create'];
const notTheseInVcl = `req.url !~ "^(${others.join('|')})$"`;

/** It knows more spellings of a path than the server in front. */
const express: Backend = { program: 'Express', flaw: 'no guard' };
const fastify: Backend = { program: 'Fastify' };

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
  return behind('nginx', what, { around, server }, goWithoutGuard, expected);
}

function asked(
  what: string,
  match: string,
  expected: Expected,
  where = `!{ path ${others.join(' ')} }`,
  backend = goWithoutGuard,
): Row {
  const server = `acl admitted req.hdr(Authorization) ${match}
  http-request deny deny_status 401 if ${where} !admitted`;
  return behind('HAProxy', what, { server }, backend, expected);
}

function required(line: string) {
  return { server: `<Location "/api/v1/encrypt">\n${line}\n</Location>` };
}

function compared(what: string, path: string, pattern: string, expected: Expected): Row {
  const condition = `${path} && req.http.Authorization !~ "${pattern}"`;
  const server = `sub vcl_recv { if (${condition}) { return (synth(401)); } }`;
  return behind('Varnish', what, { server }, goWithoutGuard, expected);
}

/** Calls that meet the gap come with some of the credentials. */
const some: Expected = { failSome: [absent, empty, scheme, madeUp] };

/** What asks for the token in place of the service, and how it refuses. */
export const guards: readonly Row[] = [
  behind('nginx', 'asks for the token', { server: atEncrypt(unlessToken(401)) }, goWithoutGuard, 'pass'),
  asked('asks for the token', '-m str "Bearer TOKEN"', 'pass'),
  behind('Apache', 'asks for the token', exactExpression, goWithoutGuard, 'pass'),
  compared('asks for the token', notTheseInVcl, '^Bearer TOKEN$', 'pass'),
  behind(
    'nginx',
    'closes the connection (444)',
    { server: atEncrypt(unlessToken(444)) },
    goWithoutGuard,
    'pass',
  ),
  behind(
    'nginx',
    'a login page with status 200',
    { location: 'proxy_intercept_errors on; error_page 401 =200 /login;', server: loginPage },
    fastify,
    'pass',
  ),
  behind(
    'nginx',
    'a redirect to a login page',
    { location: 'proxy_intercept_errors on; error_page 401 = @login;', server: toLogin },
    fastify,
    'pass',
  ),
  behind(
    'nginx',
    '`auth_request`',
    { server: `${check} ${atEncrypt('auth_request /check;')}` },
    goWithoutGuard,
    'pass',
  ),
  behind(
    'nginx',
    '`auth_request`, or any caller from this machine',
    { server: `${check} ${atEncrypt('satisfy any; allow 127.0.0.1; deny all; auth_request /check;')}` },
    goWithoutGuard,
    everyone,
  ),
  mapped('a map with a pattern', '~^Bearer TOKEN$', 'pass'),
  mapped('a map with a pattern without an end', '~^Bearer TOKEN', { fail: [madeUp] }),
  mapped('a map with a pattern without a beginning', '~TOKEN$', { fail: [scheme, madeUp] }),
  mapped('a map, which compares in any case', 'Bearer TOKEN', { fail: [madeUp] }),
  mapped('a map of any token', '~^Bearer .+', { fail: [madeUp] }),
  asked('`-m beg`', '-m beg "Bearer TOKEN"', { fail: [madeUp] }),
  asked('`-m end`', '-m end TOKEN', { fail: [scheme, madeUp] }),
  asked('`-m sub`', '-m sub TOKEN', { fail: [scheme, madeUp] }),
  asked('`-i`', '-i -m str "Bearer TOKEN"', { fail: [madeUp] }),
  asked('`-m found`', '-m found', { fail: [empty, scheme, madeUp] }),
  behind(
    'Apache',
    '`SetEnvIf` without an end',
    required('SetEnvIf Authorization "^Bearer TOKEN" admitted\nRequire env admitted'),
    goWithoutGuard,
    { fail: [madeUp] },
  ),
  behind(
    'Apache',
    '`SetEnvIfNoCase`',
    required('SetEnvIfNoCase Authorization "^Bearer TOKEN$" admitted\nRequire env admitted'),
    goWithoutGuard,
    { fail: [madeUp] },
  ),
  behind('Apache', '`RewriteCond` without a beginning', { server: rewriteCondition }, goWithoutGuard, {
    fail: [scheme, madeUp],
  }),
  compared('a pattern without a beginning', notTheseInVcl, 'TOKEN$', {
    fail: [scheme, madeUp],
  }),
  asked('asks at the path as it is written', '-m str "Bearer TOKEN"', some, '{ path /api/v1/encrypt }'),
  compared('asks at the path as it is written', 'req.url ~ "^/api/v1/encrypt"', '^Bearer TOKEN$', some),
  compared('asks only where there is no query', 'req.url == "/api/v1/encrypt"', '^Bearer TOKEN$', some),
  behind('nginx', 'asks at one path of many', { server: atEncrypt(unlessToken(401)) }, express, some),
  asked('asks at one path of many', '-m str "Bearer TOKEN"', some, '{ path /api/v1/encrypt }', express),
  behind('Apache', 'asks at one path of many', exactExpression, express, some),
  behind(
    'nginx',
    'gives every call the token',
    { location: 'proxy_set_header Authorization "Bearer TOKEN";' },
    { program: 'Go net/http' },
    everyone,
  ),
];
