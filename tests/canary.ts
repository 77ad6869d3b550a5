import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, filesIn } from './cli-run.ts';
import type { EchoingService } from './echoing-services.ts';
import { k6Run, nodeRun } from './k6-run.ts';
import { around, finderOf, leaksIn, token } from './leaks.ts';

/** The same of altered tokens: their neighbours would tell what a character was changed from. */
function alteredFinder(offered: ReadonlySet<string>): (text: string) => string[] {
  const ownEights = eightsIn(token);
  const altered = [...offered].filter((value) => ownEights.some((eight) => value.includes(eight)));
  const find = finderOf(altered.flatMap(eightsIn).filter((eight) => !ours.includes(eight)));
  return (text) => find(text).map((part) => around(part, text));
}

/** The header of an unsigned JWT, whatever the token. */
const ours = 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.';

function eightsIn(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 7) }, (_, start) => text.slice(start, start + 8));
}

export function expectNoLeak(files: Record<string, string>, { offered }: EchoingService): void {
  const alteredLeaksIn = alteredFinder(offered);
  for (const [name, text] of Object.entries(files)) {
    expect(leaksIn(text), name).toEqual([]);
    expect(alteredLeaksIn(text), name).toEqual([]);
  }
  expect(files['report.json']).toContain('[ACCESS_TOKEN]');
}

export const given = { ACCESS_TOKEN: token };
export const load = ['load', '--profile', 'quick', '--rate', '240', '--duration', '2s'];

/** A contract that holds a text, as it is and in base64, under names that the harness uses itself. */
function contractThatHolds(said: string): string {
  const base64 = Buffer.from(said).toString('base64');
  const names = { name: said, id: base64, phase: said, required: [base64], [base64]: { check: said } };
  const file = join(mkdtempSync(join(tmpdir(), 'canary-')), 'contract.json');
  const schema = { properties: { echo: { not: { const: base64 } }, [said]: { enum: [said, base64] } } };
  writeFileSync(file, JSON.stringify({ version: 1, backup: { body: names }, answers: { sync: { schema } } }));
  return file;
}

type Start = (ownHeader?: string) => Promise<EchoingService>;

/** Has a service that repeats the token be judged in every way; `whole`: a run with a load. */
export function tokenIsNowhere(kind: string, start: Start, whole: readonly string[]): void {
  describe.concurrent(`the token that a service repeats in ${kind}`, () => {
    it.each([
      ['in the environment', whole, (url: string) => url],
      [
        'as a password and in the path of the base URL too',
        ['smoke'],
        (url: string) => `${url.replace('//', `//user:${encodeURIComponent(token)}@`)}/${token}/v2`,
      ],
    ])('stands in no file and no output of the command line, given %s', async (__, command, baseUrl) => {
      const service = await start();
      const temporary = mkdtempSync(join(tmpdir(), 'canary-'));
      try {
        const run = await cli(command, {
          env: { ...given, BASE_URL: baseUrl(service.url), TMPDIR: temporary },
        });
        expect(run.exitCode, run.output).toBe(1);
        const files = filesIn(run.folder);
        expect(Object.keys(files)).toEqual(expect.arrayContaining(['report.json', 'k6.log']));
        expectNoLeak({ ...filesIn(temporary), ...files, output: run.output }, service);
      } finally {
        await service.stop();
      }
    });

    it('stands in no file and no output of plain k6 that has it from a secret source', async () => {
      const service = await start();
      const secrets = join(mkdtempSync(join(tmpdir(), 'canary-')), 'secrets');
      writeFileSync(secrets, `ACCESS_TOKEN=${token}\n`);
      try {
        const run = await k6Run('smoke', { BASE_URL: service.url, ACCESS_TOKEN: '' }, [
          `--secret-source=file=${secrets}`,
        ]);
        expect(run.exitCode, run.output).not.toBe(0);
        expectNoLeak({ ...filesIn(run.folder), output: run.output }, service);
      } finally {
        await service.stop();
      }
    });

    it('nor does the value of an own header', async () => {
      const service = await start('x-gateway-key');
      const header = `X-Gateway-Key: ${token}`;
      const env = { BASE_URL: service.url, ACCESS_TOKEN: 'not-the-canary-at-all' };
      try {
        const contract = contractThatHolds(token);
        const given = await cli(['smoke', '--header', header, '--contract', contract], { env });
        expect(given.exitCode, given.output).toBe(1);
        expectNoLeak({ ...filesIn(given.folder), output: given.output }, service);
        const plain = await nodeRun('smoke', { ...env, REQUEST_HEADERS: header });
        expect(plain.exitCode, plain.output).not.toBe(0);
        expectNoLeak(filesIn(plain.folder), service);
      } finally {
        await service.stop();
      }
    });
  });
}
