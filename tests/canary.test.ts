import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { cli, filesIn } from './cli-run.ts';

const token = 'canary/T0ken+with=odd~chars-0123456789';

/** Breaks every clause it can, and repeats the Authorization header wherever a service could. */
async function echoingService() {
  const app = Fastify();
  const offered = new Set<string>();
  app.setErrorHandler((_error, request, reply) =>
    reply.code(500).send(`failed for ${request.headers.authorization}`),
  );
  app.all('*', async ({ headers, url }, reply) => {
    const said = headers.authorization ?? 'nothing';
    if (said.startsWith('Bearer ')) offered.add(said.replace(/^(Bearer )+/, ''));
    const forms = [
      said,
      encodeURIComponent(said),
      Buffer.from(said).toString('base64'),
      JSON.stringify(said),
    ];
    reply
      .header('x-echo', said)
      .header('www-authenticate', said)
      .header('set-cookie', `session=${encodeURIComponent(said)}`);
    if (url.endsWith('/user')) return { user: { id: said, status: said, last_sync: said }, [said]: forms };
    if (url.endsWith('/encrypt')) return { echo: forms.join(' ') };
    return reply
      .code(url.endsWith('/status') ? 500 : 302)
      .header('location', `/${said}`)
      .send(forms.join('\n'));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { url: app.listeningOrigin, offered, stop: () => app.close() };
}

/** Every way in which the token, or eight characters of it, could stand in a text. */
function leaksIn(text: string): string[] {
  const bytes = Buffer.from(token);
  const base64 = [0, 1, 2].map((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return shifted.slice(offset === 0 ? 0 : 4, -4);
  });
  const forms = [token, encodeURIComponent(token), bytes.toString('hex'), ...base64];
  return forms.flatMap(eightsIn).filter((part) => text.includes(part));
}

/** The same of altered tokens: their neighbours would tell what a character was changed from. */
function alteredLeaksIn(text: string, offered: ReadonlySet<string>): string[] {
  const ownEights = eightsIn(token);
  const altered = [...offered].filter((value) => ownEights.some((eight) => value.includes(eight)));
  const parts = new Set(altered.flatMap(eightsIn).filter((eight) => !isOurs(eight)));
  return [...parts].filter((part) => text.includes(part));
}

function isOurs(eight: string): boolean {
  return 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.'.includes(eight);
}

function eightsIn(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 7) }, (_, start) => text.slice(start, start + 8));
}

it.each([
  ['in the environment', (service: string) => ({ BASE_URL: service, ACCESS_TOKEN: token })],
  [
    'beside a password in the base URL',
    (service: string) => ({
      BASE_URL: service.replace('//', `//user:${encodeURIComponent(token)}@`),
      ACCESS_TOKEN: token,
    }),
  ],
])('the token %s stands in no file and no output', async (_, environment) => {
  const service = await echoingService();
  const temporary = mkdtempSync(join(tmpdir(), 'canary-'));
  try {
    const run = await cli(['gate', '--profile', 'quick', '--rate', '60', '--duration', '3s'], {
      env: { ...environment(service.url), TMPDIR: temporary },
    });
    expect(run.exitCode, run.output).toBe(1);
    const files = filesIn(run.folder);
    expect(Object.keys(files)).toContain('report.json');
    for (const [name, text] of Object.entries({ ...files, ...filesIn(temporary), output: run.output })) {
      expect(leaksIn(text), name).toEqual([]);
      expect(alteredLeaksIn(text, service.offered), name).toEqual([]);
    }
    expect(files['report.json']).toContain('[ACCESS_TOKEN]');
  } finally {
    await service.stop();
  }
});
