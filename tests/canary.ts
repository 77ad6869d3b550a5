import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, filesIn } from './cli-run.ts';
import { type EchoingService, formsOf } from './echoing-services.ts';
import { k6Run } from './k6-run.ts';

/** Its digits stand in no fraction that repeats, as 0123456790 does in 1/81: a report is full of numbers. */
export const token = 'canary/T0ken+with=odd~chars-7302915846';

/** Twelve characters of the token under any of its forms. */
function partsOfToken(): string[] {
  const bytes = Buffer.from(token);
  const shifted = [bytes, Buffer.from(token, 'utf16le')].flatMap((encoded) =>
    [0, 1, 2].map((offset) => {
      const base64 = Buffer.concat([Buffer.alloc(offset), encoded]).toString('base64');
      return base64.slice(offset === 0 ? 0 : 4, -4);
    }),
  );
  return [...formsOf(token), ...shifted, ...shifted.map(bareOf), bareOf(token)].flatMap((form) => {
    const width = Math.ceil((12 * form.length) / token.length);
    return Array.from({ length: form.length - width + 1 }, (_, start) => form.slice(start, start + width));
  });
}

/** Finds which of many parts stand in a text, which is gone through once. */
function finderOf(parts: readonly string[]): (text: string) => string[] {
  const width = Math.min(...parts.map(({ length }) => length));
  const byStart = new Map<string, string[]>();
  for (const part of new Set(parts)) {
    const start = part.slice(0, width);
    byStart.set(start, [...(byStart.get(start) ?? []), part]);
  }
  return (text) => {
    const found = new Set<string>();
    for (let at = 0; at <= text.length - width; at += 1)
      for (const part of byStart.get(text.slice(at, at + width)) ?? [])
        if (text.startsWith(part, at)) found.add(part);
    return [...found];
  };
}

const findParts = finderOf(partsOfToken());

/** Every way in which they stand in a text. */
function leaksIn(text: string): string[] {
  const unbroken = text.replace(/[\r\n]|\\+[rn]/g, '');
  return [text, unbroken, bareOf(text)].flatMap(findParts).map((part) => around(part, text));
}

/** Without what parts groups. */
function bareOf(text: string): string {
  return text.replace(/\\+u0000|[^0-9A-Za-z]+/g, '');
}

/** The same of altered tokens: their neighbours would tell what a character was changed from. */
function alteredFinder(offered: ReadonlySet<string>): (text: string) => string[] {
  const ownEights = eightsIn(token);
  const altered = [...offered].filter((value) => ownEights.some((eight) => value.includes(eight)));
  const find = finderOf(altered.flatMap(eightsIn).filter((eight) => !ours.includes(eight)));
  return (text) => find(text).map((part) => around(part, text));
}

/** With its surroundings, which tell where it came from. */
function around(part: string, text: string): string {
  const at = text.indexOf(part);
  return at < 0 ? part : text.slice(Math.max(0, at - 80), at + part.length + 40);
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
const little = ['--profile', 'quick', '--rate', '240', '--duration', '2s'];
export const [gate, load] = [
  ['gate', ...little],
  ['load', ...little],
];

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
        'as a password in the base URL too',
        ['smoke'],
        (url: string) => url.replace('//', `//user:${encodeURIComponent(token)}@`),
      ],
      ['in the path of the base URL too', ['smoke'], (url: string) => `${url}/${token}/v2`],
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
        const plain = await k6Run('smoke', { ...env, REQUEST_HEADERS: header });
        expect(plain.exitCode, plain.output).not.toBe(0);
        expectNoLeak(filesIn(plain.folder), service);
      } finally {
        await service.stop();
      }
    });
  });
}
