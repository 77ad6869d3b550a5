import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { startService } from '../service/server.ts';
import { cli } from './cli-run.ts';
import { canary } from './k6-run.ts';

it('a first backup that is refused for another reason keeps its body', async () => {
  const service = await startService({ token: canary });
  const bodies: string[] = [];
  const answer = async (call: IncomingMessage, reply: ServerResponse) => {
    const body = Buffer.concat(await call.toArray());
    const isBackup = call.url === '/api/v1/backup/create';
    if (isBackup) bodies.push(body.toString());
    if (isBackup && (body.length === 0 || bodies.length === 1)) {
      reply.writeHead(body.length === 0 ? 415 : 409).end();
      return;
    }
    const { method = 'GET', headers } = call;
    request(`${service.url}${call.url}`, { method, headers }, (back) => {
      reply.writeHead(back.statusCode ?? 500, back.headers);
      back.pipe(reply);
    }).end(body);
  };
  const front = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => front.once('listening', resolve));
  const { port } = front.address() as AddressInfo;
  const env = { BASE_URL: `http://127.0.0.1:${port}`, ACCESS_TOKEN: canary };
  const { output } = await cli(['conformance', '--profile', 'standard'], { env });
  front.closeAllConnections();
  front.close();
  await service.stop();
  expect(bodies.slice(0, 2), output).toEqual(['{}', '']);
  expect(bodies.slice(2)).toEqual(['{}', '{}']);
});
