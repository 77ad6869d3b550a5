import { execFileSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer } from 'node:https';

/** `node tls-end.mjs PORT http/1.1|h2`: TLS 1.3 before the HTTP service on this port of the loopback; prints its own port. */
const [, , port, protocol] = process.argv;
const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=far'];
const pem = execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', '-', '-out', '-'], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
const agent = new Agent({ keepAlive: true });

const ofOneConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);
const onward = (headers) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(':') && !ofOneConnection.has(name)),
  );

const create = protocol === 'h2' ? createSecureServer : createServer;
const server = create({ key: pem, cert: pem, minVersion: 'TLSv1.3' }, (asked, answer) => {
  const { method, url: path, headers } = asked;
  const passed = request({ port, agent, method, path, headers: onward(headers) }, (got) => {
    answer.writeHead(got.statusCode, onward(got.headers));
    got.pipe(answer);
  });
  passed.on('error', () => answer.writeHead(502).end());
  asked.pipe(passed);
});
server.listen(0, '0.0.0.0', () => console.log(server.address().port));
