import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { conformantUser } from '../checks/exchange-fixture.ts';
import { cli, reportIn } from './cli-run.ts';
import { httpService } from './http-service.ts';
import { canary } from './k6-run.ts';

const [dropsAfterMs, answersAfterMs] = [15, 12];

/** Drops some encrypt calls that follow an answer on their connection, after a while, and answers late when they come again. */
function dropping(count: { again: number }): RequestListener {
  const answeredAt = new WeakMap<Socket, number>();
  const dropped = new Set<string>();
  return (request, response) => {
    const { socket, url = '', headers } = request;
    const isValid = headers.authorization === `Bearer ${canary}`;
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const isEncrypt = url.endsWith('/encrypt');
      const idleMs = Date.now() - (answeredAt.get(socket) ?? 0);
      if (isEncrypt && isValid && idleMs < 18 && !dropped.has(body)) {
        dropped.add(body);
        setTimeout(() => socket.destroy(), dropsAfterMs);
        return;
      }
      const isAgain = dropped.has(body);
      if (isAgain) count.again += 1;
      const answer = () => {
        answeredAt.set(socket, Date.now());
        response.writeHead(isEncrypt && !isValid ? 401 : 200, { 'Content-Type': 'application/json' });
        const said = isEncrypt ? { ciphertext: Buffer.from(body).toString('base64') } : { state: 'idle' };
        response.end(
          JSON.stringify(
            url.endsWith('/user') ? { user: conformantUser } : isValid || !isEncrypt ? said : {},
          ),
        );
      };
      if (isAgain) setTimeout(answer, answersAfterMs);
      else answer();
    });
  };
}

it('counts the time of both attempts where a call met a connection that was closed, and was made again', async () => {
  const count = { again: 0 };
  const service = await httpService(dropping(count));
  const env = { BASE_URL: service.url, ACCESS_TOKEN: canary };
  const { folder, output } = await cli(['load', '--profile', 'quick', '--within', '0'], { env });
  await service.stop();
  const encrypt = reportIn(folder).endpoints.find(({ name }) => name === 'encrypt');
  expect(encrypt?.slow, `${count.again} calls were made again\n${output}`).toBeGreaterThan(20);
  expect(encrypt?.latency.verdict, output).not.toBe('pass');
});
