import { behind, passAuth, type Row, underLoad, unserved } from './row.ts';

function limited(status: number): Row {
  const around = 'limit_req_zone $binary_remote_addr zone=calls:1m rate=10r/s;';
  const location = `limit_req zone=calls; limit_req_status ${status};`;
  return behind('nginx', `10 calls a second (${status})`, unserved, { around, location });
}

function tracked(what: string, rate: string, most: number): Row {
  const server = `stick-table type ip size 1k expire 60s store ${rate}(10s)
  http-request track-sc0 src
  http-request deny deny_status 429 if { sc_${rate}(0) gt ${most} }`;
  return behind('HAProxy', what, unserved, { server });
}

const tooLarge = 'http-request deny deny_status 413 if { req.hdr_val(content-length) gt 16384 }';
const small = {
  nginx: { location: 'client_max_body_size 16k;' },
  apache: { server: 'LimitRequestBody 16384' },
};

/** The document shows no limits, so one that calls meet leaves open what they were to show. */
export const limits: readonly Row[] = [
  limited(429),
  underLoad(limited(429)),
  limited(503),
  tracked('100 calls in 10 s (429)', 'http_req_rate', 100),
  tracked('10 refusals in 10 s (429)', 'http_err_rate', 10),
  behind('nginx', 'bodies of at most 16 KiB (413)', unserved, small.nginx),
  behind('HAProxy', 'bodies of at most 16 KiB (413)', unserved, { server: tooLarge }),
  behind('Apache', 'bodies of at most 16 KiB, not held for what is passed on', 'pass', small.apache),
  behind(
    'Apache with CGI',
    'bodies of at most 16 KiB (413)',
    unserved,
    { server: `${passAuth}\n${small.apache.server}` },
    [],
  ),
  {
    ...behind('nginx', 'bodies of at most 16 KiB, declared', 'pass', small.nginx),
    contract: { version: 1, encrypt: { maxDataBytes: 2000 } },
  },
];
