import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { factsInLog } from '../reports/after/facts-in-log.ts';
import { buildReport } from '../reports/judge/build-report.ts';
import { startService } from '../service/server.ts';
import { k6Binary } from './k6-binary.ts';
import { canary, checksThat, k6Run } from './k6-run.ts';

const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n';

/** Passes everything on to a port, but answers one user call in 30 with 101. */
async function switchingFront(port: number) {
  const open = new Set<Socket>();
  let calls = 0;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
    }
    near.on('data', (chunk) => {
      const isUser = chunk.toString('latin1').startsWith('GET /api/v1/user ');
      if (isUser) calls += 1;
      if (isUser && calls % 30 === 0) near.write(switching);
      else far.write(chunk);
    });
    far.on('data', (chunk) => near.write(chunk));
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

const little = { PROFILE: 'quick', DURATION: '2s', SEED: '5' };

it('an answer of which k6 makes an exception ends its call, not the run', async () => {
  const service = await startService({ token: canary, variants: ['auth-made-up-admitted-cut-short'] });
  const front = await switchingFront(Number(new URL(service.url).port));
  const { report } = await k6Run('gate', { ...little, BASE_URL: front.url });
  front.stop();
  await service.stop();
  expect(report?.run.completeness).toBe('complete');
  expect(checksThat(report, 'fail')).toEqual(['auth-made-up-refused']);
  const user = report?.findings.find(({ check }) => check === 'user-offered');
  expect(user).toMatchObject({ verdict: 'inconclusive' });
  expect(user?.explanation).toMatch(/\(not HTTP: \d+\)/);
});

// Where the machine is too busy, more calls lack a free virtual user than a socket.
it('calls for which this machine has no socket are nobody’s answers, and the words name this machine', {
  retry: 2,
}, async () => {
  const service = await startService({ token: canary });
  const command = 'ulimit -Sn 40; ulimit -Hn 40; exec "$0" run --quiet dist/load.js';
  // k6 has no file left for a report.
  const env = { ...little, BASE_URL: service.url, ACCESS_TOKEN: canary, FACTS_TO_STDOUT: '1' };
  const { stdout } = await execa('bash', ['-c', command, k6Binary], { env, reject: false });
  await service.stop();
  const [facts] = factsInLog(stdout);
  if (facts === undefined) throw new Error('no facts');
  expect(facts.metrics['unsent_calls']?.['count']).toBeGreaterThan(20);
  const report = buildReport(facts);
  expect(checksThat(report, 'fail')).toEqual([]);
  for (const { latency } of report.endpoints.filter(({ name }) => name !== 'backup')) {
    expect(latency.verdict).toBe('inconclusive');
    const unsent = latency.conditions.find(({ id }) => id === 'not-sent');
    expect(unsent?.reason).toMatch(/this machine had no free socket/);
  }
});
