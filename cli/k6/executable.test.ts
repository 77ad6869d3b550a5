import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  Absent,
  firstThatServes,
  isSupported,
  listAttempts,
  readVersion,
  reasonOf,
  usableVersion,
} from './executable.ts';
import { k6StandIn, k6Words, standIn, temporaryFolder } from './stand-in.ts';

describe('readVersion', () => {
  it.each([
    [k6Words, '2.2.0'],
    ['k6 v2.2.0 (go1.26.8, linux/amd64)', '2.2.0'],
    ['k6.exe v2.10.3 (commit/abc, go1.26.8, windows/amd64)', '2.10.3'],
    ['k6 v2.3.0-rc1 (go1.26.8, linux/amd64)', '2.3.0-rc1'],
    ['k6 v2.4.0 (go1.27.0, linux/amd64)\nExtensions:\n  github.com/x/y v1.0.0', '2.4.0'],
  ])('reads %j', (output, version) => {
    expect(readVersion(output)).toBe(version);
  });

  it.each(['', 'k6', 'v2.2.0', 'K9s v2.2.0', 'usage: k6 v2.2.0', 'k6 v2.2'])('finds none in %j', (output) => {
    expect(readVersion(output)).toBeUndefined();
  });
});

describe('isSupported', () => {
  it.each(['2.2.0', '2.2.1', '2.3.0', '2.10.0', '2.2.0+build'])('takes %s', (version) => {
    expect(isSupported(version)).toBe(true);
  });

  it.each(['1.9.9', '0.57.0', '2.1.9', '2.2.0-rc1', '3.0.0', '12.2.0', '2.2', ''])(
    'refuses %j',
    (version) => {
      expect(isSupported(version)).toBe(false);
    },
  );
});

describe('usableVersion', () => {
  const { env } = process;

  it('runs the file', async () => {
    const file = k6StandIn(join(temporaryFolder(), 'k6'), 'k6 v2.5.1 (go1.26.8, linux/amd64)');
    expect(await usableVersion(file, env)).toBe('2.5.1');
  });

  it.each([
    ["echo 'k6 v1.4.0 (go1.25.0, linux/amd64)'", 'is version 1.4.0; supported: 2.2.0 or a newer 2.x'],
    ['echo good morning', 'answered "good morning", which is not a k6 version'],
    ['echo no library >&2; exit 127', 'exits with 127: no library'],
    ['kill -KILL $$', 'was ended by SIGKILL'],
  ])('refuses %j', async (script, reason) => {
    const file = standIn(join(temporaryFolder(), 'k6'), script);
    await expect(usableVersion(file, env)).rejects.toThrow(`${file} ${reason}`);
  });

  it('refuses a file that is not executable, and one that is not there', async () => {
    const file = standIn(join(temporaryFolder(), 'k6'), 'exit 0', 0o644);
    await expect(usableVersion(file, env)).rejects.toThrow(`${file} cannot be started (EACCES)`);
    await expect(usableVersion(`${file}s`, env)).rejects.toThrow(`${file}s cannot be started (ENOENT)`);
  });

  it.each(['exec sleep 600', 'sleep 600; echo late'])('does not wait for %j', async (script) => {
    const file = standIn(join(temporaryFolder(), 'k6'), script);
    await expect(usableVersion(file, env, 200)).rejects.toThrow(`${file} did not answer within 0.2 s`);
  });
});

const failing = (name: string, error: Error) => ({ name, serve: () => Promise.reject(error) });
const serving = (name: string) => ({ name, serve: () => Promise.resolve(name) });
const listed = (attempts: Parameters<typeof listAttempts>[0]) => new Error(listAttempts(attempts));

it('takes the first way that serves, and says why an earlier one did not', async () => {
  const lines: string[] = [];
  const ways = [
    failing('one', new Absent('none')),
    failing('two', new Error('broken')),
    serving('three'),
    serving('four'),
  ];
  expect(await firstThatServes(ways, (line) => lines.push(line), listed)).toBe('three');
  expect(lines).toEqual(['two: broken']);
});

it('fails with every way and its reason', async () => {
  const ways = [failing('a', new Absent('none')), failing('long', new Error('broken'))];
  await expect(firstThatServes(ways, () => {}, listed)).rejects.toThrow('  a     none\n  long  broken');
});

it('finds the reason inside an error', () => {
  const refused = new AggregateError([new Error('connect ECONNREFUSED ::1:1')], '');
  expect(reasonOf(new TypeError('fetch failed', { cause: refused }))).toBe('connect ECONNREFUSED ::1:1');
  expect(reasonOf(new RangeError())).toBe('RangeError');
  expect(reasonOf('plain')).toBe('plain');
});
