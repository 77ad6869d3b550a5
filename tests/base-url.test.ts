import { expect, it } from 'vitest';
import { httpService } from './http-service.ts';
import { canary, k6Run, nodeRun } from './k6-run.ts';

/** Takes down every path it is asked for with the token, and all others that do not begin with a prefix. */
async function recordingService(host: string, prefix: string) {
  const paths = new Set<string>();
  const hosts = new Set<string>();
  const service = await httpService(({ url = '', headers }, response) => {
    const [path = ''] = url.split('?');
    // Wrong credentials are also tried at targets that are like the document's.
    if (headers.authorization === `Bearer ${canary}` || !path.startsWith(`${prefix}/`)) paths.add(path);
    hosts.add(headers.host ?? '');
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  }, host);
  return { ...service, paths, hosts };
}

const document = ['/api/v1/backup/create', '/api/v1/encrypt', '/api/v1/sync/status', '/api/v1/user'];

it.concurrent.each([
  ['127.0.0.1', 'http://127.0.0.1:PORT', '', nodeRun],
  ['127.0.0.1', 'http://127.0.0.1:PORT/a//b/', '/a/b', nodeRun],
  ['127.0.0.1', 'HTTP://LOCALHOST:PORT/Tenant', '/Tenant', k6Run],
  ['127.0.0.1', 'http://user:hunter2@127.0.0.1:PORT/t', '/t', k6Run],
  ['127.0.0.1', 'http://127.0.0.1:PORT/%7Et', '/%7Et', k6Run],
  ['127.0.0.1', 'http://127.0.0.1:PORT/api/v1//', '/api/v1', nodeRun],
  ['::1', 'http://[::1]:PORT', '', k6Run],
] as const)('on %s, %s asks the four paths below %j', async (host, baseUrl, prefix, judge) => {
  const service = await recordingService(host, prefix);
  const run = await judge('smoke', { BASE_URL: baseUrl.replace('PORT', String(service.port)) });
  await service.stop();
  expect([...service.paths].toSorted()).toEqual(document.map((path) => prefix + path));
  expect([...service.hosts].every((name) => name.endsWith(`:${service.port}`))).toBe(true);
  expect(run.report?.verdict, run.output).toBe('inconclusive');
  expect(JSON.stringify(run.report)).not.toContain('hunter2');
});
