import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, it, type TestContext } from 'vitest';
import { proxyFor } from '../schemas/proxy.ts';
import { startService } from '../service/server.ts';
import { cli, reportIn } from './cli-run.ts';
import { k6Binary } from './k6-binary.ts';
import { canary } from './k6-run.ts';

const hosts = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', '127.0.0.1', '127.1', '127.255.3.4', '[::1]'],
  ...['[0:0::0:1]', '[::ffff:127.0.0.1]', '10.1.2.3', '[::ffff:10.1.2.3]', '192.168.7.9', '[fd00::1]'],
  ...['[fd00:0::0:2]', '[2001:db8::7]', 'example.test', 'api.example.test', 'myexample.test', 'x.3.4'],
];
const urls = hosts.flatMap((host) => [`http://${host}/`, `http://${host}:8080/`, `https://${host}/`]);

const exempt = [
  '',
  '*',
  '10.0.0.0/8,.example.test,[fd00::2]',
  'example.test:8080, fd00::/8, 2.3, .3.4,10.1.2',
  'fd00::1,[fd00::2]:8080,10.1.2.3:80,*.example.test',
  '::/0,::ffff:192.168.0.0/112,EXAMPLE.TEST',
];

/** Refuses everything, so that nothing leaves this machine, and keeps what it was asked for. */
async function refusingProxy({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const asked = new Set<string>();
  const server = createServer(({ url = '' }, response) => {
    asked.add(url);
    response.writeHead(502).end();
  });
  server.on('connect', ({ url = '' }, socket) => {
    socket.on('error', () => {});
    asked.add(`https://${url.replace(/:443$/, '')}/`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Asks for each URL, and connects to nothing but this machine. */
const script = `import http from 'k6/http';
export const options = {
  hosts: { '*.test': '127.0.0.1', 'x.3.4': '127.0.0.1', 'a.localhost': '127.0.0.1', '127.1': '127.0.0.1' },
  blacklistIPs: ['10.0.0.0/8', '192.168.0.0/16', 'fd00::/8', '2001:db8::/32'],
};
export default () => { for (const url of ${JSON.stringify(urls)}) http.get(url, { redirects: 0, timeout: '5s' }); };`;

describe.concurrent('k6 uses the proxy that is announced and reported', () => {
  it.for(exempt)('with NO_PROXY=%s', async (NO_PROXY, { expect, ...test }) => {
    const { asked, url } = await refusingProxy(test);
    const file = join(mkdtempSync(join(tmpdir(), 'proxy-')), 'script.js');
    writeFileSync(file, script);
    const env = { HTTP_PROXY: url, https_proxy: url, NO_PROXY };
    const run = await execa(k6Binary, ['run', '--quiet', '--summary-mode=disabled', file], {
      env: { HOME: tmpdir(), ...env },
      extendEnv: false,
    });
    expect(
      urls.filter((one) => asked.has(one)),
      run.stderr,
    ).toEqual(urls.filter((one) => proxyFor(one, env) !== null));
  });
});

it('http://LOCALHOST is this machine: nothing goes through a proxy, and no consent is needed', async ({
  expect,
  ...test
}) => {
  const { asked, url } = await refusingProxy(test);
  const service = await startService({ token: canary });
  const run = await cli(['smoke'], {
    env: { BASE_URL: service.url.replace('127.0.0.1', 'LOCALHOST'), ACCESS_TOKEN: canary, HTTP_PROXY: url },
  });
  await service.stop();
  expect(run.exitCode, run.output).toBe(0);
  expect([...asked]).toEqual([]);
  expect(run.output).not.toContain('This run sends to');
  const { target, transport } = reportIn(run.folder).run;
  expect([target, transport]).toEqual([`http://localhost:${new URL(service.url).port}`, undefined]);
});
