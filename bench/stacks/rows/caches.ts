import {
  absent,
  behind,
  type Expected,
  empty,
  everyone,
  madeUp,
  type Row,
  scheme,
  underLoad,
  unserved,
} from './row.ts';

const zone = 'proxy_cache_path FOLDER/cache keys_zone=answers:1m;';
const cacheOfHaproxy = 'http-request cache-use answers\n  http-response cache-store answers';
/** Every call gets the same answer, so none shows what it is: a contract has to say. */
const alike: Expected = { open: [absent, empty, scheme, madeUp] };

function cached(what: string, key: string, expected: Expected): Row {
  const location = `proxy_cache answers; proxy_cache_methods GET POST; proxy_cache_key "${key}"; proxy_cache_valid 200 1m; client_body_buffer_size 2m;`;
  return behind('nginx', `caches POST by ${what}`, expected, { around: zone, location });
}

function hashed(what: string, more: string, expected: Expected): Row {
  const server = `sub vcl_recv {
  if (req.url ~ "^/api/v1/encrypt") { std.cache_req_body(2MB); return (hash); }
}
sub vcl_backend_fetch {
  if (bereq.url ~ "^/api/v1/encrypt") { set bereq.method = "POST"; }
}
${more}`;
  return behind('Varnish', `caches POST by ${what}`, expected, { server });
}

const byPathAndBody = cached('path and body', '$request_uri|$request_body', everyone);

/** Answers kept for calls that may not have them. */
export const caches: readonly Row[] = [
  behind('nginx', 'caches GET for a second', 'pass', {
    around: zone,
    location: 'proxy_cache answers; proxy_cache_valid 200 1s;',
  }),
  behind('HAProxy', 'caches GET', 'pass', { around: cacheOfHaproxy }),
  cached('path, body and Authorization', '$request_uri|$request_body|$http_authorization', 'pass'),
  byPathAndBody,
  underLoad(byPathAndBody),
  cached('path', '$request_uri', alike),
  hashed('path', '', alike),
  hashed('path and length', 'sub vcl_hash { hash_data(req.http.Content-Length); }', everyone),
  behind('Varnish', 'drops Authorization to cache more', unserved, {
    server: 'sub vcl_recv { unset req.http.Authorization; }',
  }),
];
