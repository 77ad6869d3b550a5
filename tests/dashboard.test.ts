import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedUrl } from '../cli/k6/stand-in-fixture.ts';
import { type RunningService, startService } from '../service/server.ts';
import { cli, reportIn } from './cli-run.ts';
import { canary } from './k6-run.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService({ token: canary });
});
afterAll(() => service.stop());

interface Viewer {
  /** What it has read. */
  text: string;
  /** How often its stream was opened. */
  streams: number;
  isGone: boolean;
}

/** Asks for the events of a dashboard until there is one, and never hangs up by itself. */
function viewerAt(port: number, reads: boolean): Viewer & { close(): void } {
  let socket: Socket;
  const viewer = { text: '', streams: 0, isGone: false, close };
  function ask() {
    socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /events HTTP/1.1\r\nHost: dashboard\r\n\r\n'),
    );
    socket.on('data', (chunk) => {
      if (viewer.text === '') viewer.streams += 1;
      viewer.text += chunk;
      if (!reads) socket.pause();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (viewer.text === '' && !viewer.isGone) setImmediate(ask);
      else viewer.isGone = true;
    });
  }
  function close() {
    viewer.isGone = true;
    socket.destroy();
  }
  ask();
  return viewer;
}

const portOf = (url: string) => Number(new URL(url).port);

describe.concurrent('a dashboard of k6 that somebody looks at', () => {
  it.each<[string, boolean, (port: number) => { args?: string[]; env: Record<string, string> }]>([
    [
      'by K6_WEB_DASHBOARD',
      true,
      (port) => ({ env: { K6_WEB_DASHBOARD: 'true', K6_WEB_DASHBOARD_PORT: String(port) } }),
    ],
    [
      'by --k6-out, with a viewer that does not read',
      false,
      (port) => ({ args: ['--k6-out', `web-dashboard=port=${port}&host=127.0.0.1`], env: {} }),
    ],
  ])('does not keep the run from its end: %s', async (_, reads, asking) => {
    const port = portOf(await closedUrl());
    const viewer = viewerAt(port, reads);
    const { args = [], env } = asking(port);
    const run = await cli(['smoke', ...args], {
      env: { BASE_URL: service.url, ACCESS_TOKEN: canary, ...env },
    });
    viewer.close();
    expect(run.exitCode, run.output).toBe(0);
    expect(reportIn(run.folder).verdict).toBe('pass');
    expect(run.output).toContain(`k6 shows its dashboard at http://127.0.0.1:${port}\n`);
    expect(viewer.streams).toBe(1);
    if (reads) expect(viewer.text).toMatch(/event: start[\s\S]*event: cumulative[\s\S]*event: stop\n/);
  });

  it('is left out where its port is taken', async () => {
    const port = portOf(service.url);
    const run = await cli(['smoke'], {
      env: {
        BASE_URL: service.url,
        ACCESS_TOKEN: canary,
        K6_WEB_DASHBOARD: 'true',
        K6_WEB_DASHBOARD_PORT: String(port),
        K6_WEB_DASHBOARD_HOST: '127.0.0.1',
      },
    });
    expect(run.exitCode, run.output).toBe(0);
    expect(run.output).toContain(`k6 cannot show its dashboard at http://127.0.0.1:${port} (EADDRINUSE)`);
  });
});
