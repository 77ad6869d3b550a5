import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startService } from '../../service/server.ts';
import { countRequests } from './request-counts.ts';

test.each([[[]], [['user-id-empty']]])(
  'counts what comes to a service with %j, and no more once asked',
  async (names) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'request-counts-'));
    const service = await startService({ dataDir, variants: names });
    const requestsSoFar = countRequests();
    const call = async (path: string, method: string) => {
      await (await fetch(service.url + path, { method })).arrayBuffer();
    };
    await call('/api/v1/user', 'GET');
    await call('/api/v1/user?again', 'GET');
    await call('/api/v1/user', 'DELETE');
    await call('/api/v1/backup/create', 'POST');
    const expected = { user: 2, encrypt: 0, sync: 0, backup: 1, other: 1 };
    expect(requestsSoFar()).toEqual(expected);
    await call('/api/v1/user', 'GET');
    expect(requestsSoFar()).toEqual(expected);
    await service.stop();
    await rm(dataDir, { recursive: true });
  },
);
