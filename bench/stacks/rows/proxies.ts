import {
  type Backend,
  behind,
  everyone,
  go,
  goWithoutGuard,
  passAuth,
  type Row,
  underLoad,
  unserved,
} from './row.ts';

const down: Backend = { ...go, isDown: true };
const printing: Backend = { ...go, flaw: 'printed date' };
const gzip = 'gzip on; gzip_types application/json; gzip_proxied any; gzip_min_length 1;';
const unbuffered = 'proxy_request_buffering off; proxy_buffering off; proxy_http_version 1.1;';
const certificate = 'ssl_certificate CERT; ssl_certificate_key KEY;';
const html = 'location = /api/v1/sync/status { default_type text/html; return 200 "<html></html>"; }';
const rewrite = 'RewriteEngine on\nRewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]';
const again = 'option redispatch 1\n  retries 3';

const express: Backend = { program: 'Express' };
const printsDates = { fail: ['user-last-sync-iso8601'] };
const oneUnguarded = behind('HAProxy', 'one backend of two without a guard', everyone, {}, [
  go,
  goWithoutGuard,
]);

/** What passes calls on, changes them, and spreads them. */
export const proxies: readonly Row[] = [
  behind('nginx', 'as it comes', 'pass', {}, [{ program: 'Flask with gunicorn' }]),
  behind('HAProxy', 'as it comes', 'pass', {}, [{ program: 'Java HttpServer' }]),
  behind('Apache', 'as it comes', 'pass', {}, [{ program: 'Python http.server' }]),
  behind('Varnish', 'as it comes', 'pass', {}, [{ program: 'FastAPI with uvicorn' }]),
  behind('nginx', 'bodies in files', 'pass', { location: 'client_body_buffer_size 1k;' }, [express]),
  behind('nginx', 'nothing buffered', 'pass', { location: unbuffered }, [{ program: 'Node http' }]),
  behind('nginx', 'compressed answers', 'pass', { around: gzip }),
  behind('Apache', 'compressed answers', 'pass', { server: 'SetOutputFilter DEFLATE' }),
  behind('nginx with TLS', 'HTTP/2', 'pass', { server: certificate }),
  { ...behind('nginx', 'under load', 'pass'), scenario: 'load' },
  behind('nginx', 'two backends', 'pass', {}, [go, express]),
  behind('nginx', 'one backend of two without a guard', everyone, {}, [go, goWithoutGuard]),
  oneUnguarded,
  underLoad(oneUnguarded),
  behind('nginx', 'one backend of two prints dates', printsDates, {}, [go, printing]),
  behind('nginx', 'one backend of two is down', 'pass', {}, [go, down]),
  behind('HAProxy', 'one backend of two is down, tried again', 'pass', { around: again }, [go, down]),
  behind('HAProxy', 'one backend of two is down', unserved, { around: 'retries 0' }, [go, down]),
  behind('nginx', 'HTML in place of one path', { fail: ['sync-body-json'] }, { server: html }),
  behind('nginx', 'drops Authorization', unserved, { location: 'proxy_set_header Authorization "";' }),
  behind('HAProxy', 'drops Authorization', unserved, { server: 'http-request del-header Authorization' }),
  behind('Apache', 'drops Authorization', unserved, { server: 'RequestHeader unset Authorization' }),
  behind('Apache with CGI', 'as it comes, without Authorization', unserved, {}, []),
  behind('Apache with CGI', '`CGIPassAuth`', 'pass', { server: passAuth }, []),
  behind('Apache with CGI', 'Authorization by a rewrite', 'pass', { server: rewrite }, []),
];
