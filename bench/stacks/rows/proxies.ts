import { type Backend, behind, everyone, go, goWithoutGuard, passAuth, type Row, unserved } from './row.ts';

const down: Backend = { ...go, isDown: true };
const printing: Backend = { ...go, flaw: 'printed date' };
const gzip = 'gzip on; gzip_types application/json; gzip_proxied any; gzip_min_length 1;';
const unbuffered = 'proxy_request_buffering off; proxy_buffering off; proxy_http_version 1.1;';
const certificate = 'ssl_certificate FOLDER/cert.pem; ssl_certificate_key FOLDER/key.pem;';
const html = 'location = /api/v1/sync/status { default_type text/html; return 200 "<html></html>"; }';
const rewrite = 'RewriteEngine on\nRewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]';
const again = 'option redispatch 1\n  retries 3';

/** What passes calls on, changes them, and spreads them. */
export const proxies: readonly Row[] = [
  behind('nginx', 'as it comes', {}, { program: 'Flask with gunicorn' }, 'pass'),
  behind('HAProxy', 'as it comes', {}, { program: 'Java HttpServer' }, 'pass'),
  behind('Apache', 'as it comes', {}, { program: 'Python http.server' }, 'pass'),
  behind('Varnish', 'as it comes', {}, { program: 'FastAPI with uvicorn' }, 'pass'),
  behind(
    'nginx',
    'bodies in files',
    { location: 'client_body_buffer_size 1k;' },
    { program: 'Express' },
    'pass',
  ),
  behind('nginx', 'nothing buffered', { location: unbuffered }, { program: 'Node http' }, 'pass'),
  behind('nginx', 'compressed answers', { around: gzip }, go, 'pass'),
  behind('Apache', 'compressed answers', { server: 'SetOutputFilter DEFLATE' }, go, 'pass'),
  behind('nginx with TLS', 'HTTP/2', { server: certificate }, go, 'pass'),
  { ...behind('nginx', 'under load', {}, go, 'pass'), scenario: 'load' },
  behind('nginx', 'two backends', {}, [go, { program: 'Express' }], 'pass'),
  behind('nginx', 'one backend of two without a guard', {}, [go, goWithoutGuard], everyone),
  behind('HAProxy', 'one backend of two without a guard', {}, [go, goWithoutGuard], everyone),
  {
    ...behind(
      'HAProxy',
      'one backend of two without a guard, under load',
      {},
      [go, goWithoutGuard],
      everyone,
    ),
    scenario: 'load',
  },
  behind('nginx', 'one backend of two prints dates', {}, [go, printing], {
    fail: ['user-last-sync-iso8601'],
  }),
  behind('nginx', 'one backend of two is down', {}, [go, down], 'pass'),
  behind('HAProxy', 'one backend of two is down, tried again', { around: again }, [go, down], 'pass'),
  behind('HAProxy', 'one backend of two is down', { around: 'retries 0' }, [go, down], unserved),
  behind('nginx', 'HTML in place of one path', { server: html }, go, { fail: ['sync-body-json'] }),
  behind('nginx', 'drops Authorization', { location: 'proxy_set_header Authorization "";' }, go, unserved),
  behind('HAProxy', 'drops Authorization', { server: 'http-request del-header Authorization' }, go, unserved),
  behind('Apache', 'drops Authorization', { server: 'RequestHeader unset Authorization' }, go, unserved),
  behind('Apache with CGI', 'as it comes, without Authorization', {}, [], unserved),
  behind('Apache with CGI', '`CGIPassAuth`', { server: passAuth }, [], 'pass'),
  behind('Apache with CGI', 'Authorization by a rewrite', { server: rewrite }, [], 'pass'),
];
