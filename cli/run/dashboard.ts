import { once } from 'node:events';
import { type AddressInfo, connect, createServer, isIPv6, type Server, type Socket } from 'node:net';
import type { Caller } from '../caller.ts';

const named = /^web-dashboard(=|$)/;

/**
 * Serves k6's web dashboard. k6 writes no report until the dashboard's last viewer has left, so only this process views it, and
 * people connect here: their streams end when k6 says that the run is over. `env`: for k6, unchanged if there can be no viewers.
 */
export async function dashboardFront(env: Readonly<Record<string, string>>, say: Caller['say']) {
  const outputs = (env['K6_OUT'] ?? '').split(',');
  const output = outputs.find((one) => named.test(one));
  const asked = new URLSearchParams(output?.replace(named, ''));
  const port = Number(asked.get('port') || env['K6_WEB_DASHBOARD_PORT'] || 5665);
  const host = asked.get('host') || env['K6_WEB_DASHBOARD_HOST'] || undefined;
  const isShown = output !== undefined || env['K6_WEB_DASHBOARD'] === 'true';
  // k6 disables the dashboard for a negative port and rejects invalid ports itself.
  if (!isShown || !(port >= 0 && port <= 65535)) return { env, close() {} };
  const inner = await freePort();
  const server = createServer((viewer) => passOn(viewer, inner));
  const place = host === undefined ? 'http://127.0.0.1' : `http://${isIPv6(host) ? `[${host}]` : host}`;
  const hidden = await listen(server, port, host).then(
    (shown) => {
      say(`k6 shows its dashboard at ${place}:${shown}`);
      return String(inner);
    },
    ({ code }: NodeJS.ErrnoException) => {
      say(`k6 cannot show its dashboard at ${place}:${port} (${code}): the run goes on without it.`);
      return '-1';
    },
  );
  const query = `port=${hidden}&host=127.0.0.1&open=false&`;
  return {
    env: {
      ...env,
      // If a name occurs twice, k6 takes the first value.
      K6_OUT: outputs.map((one) => one.replace(named, `web-dashboard=${query}`)).join(','),
      K6_WEB_DASHBOARD_PORT: hidden,
      K6_WEB_DASHBOARD_HOST: '127.0.0.1',
      K6_WEB_DASHBOARD_OPEN: 'false',
    },
    close() {
      server.close();
    },
  };
}

/** Reads on for a viewer, however slow it is, until k6 announces the end: k6 waits until nobody reads its events any more. */
function passOn(viewer: Socket, port: number): void {
  const onward = connect(port, '127.0.0.1');
  let lately = '';
  onward.on('data', (chunk) => {
    viewer.write(chunk);
    lately = `${lately}${chunk.toString('latin1')}`.slice(-1000);
    if (/^event: stop\n.*\n\n/ms.test(lately)) onward.destroy();
  });
  onward.on('close', () => viewer.end());
  viewer.on('close', () => onward.destroy());
  for (const socket of [viewer.unref(), onward]) socket.on('error', () => socket.destroy());
  viewer.pipe(onward);
}

export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0, '127.0.0.1');
  await once(server.close(), 'close');
  return port;
}

/** Returns the port. The server never keeps the process from ending. */
async function listen(server: Server, port: number, host?: string): Promise<number> {
  await once(server.listen(port, host).unref(), 'listening');
  return (server.address() as AddressInfo).port;
}
