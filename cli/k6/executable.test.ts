import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messageOf } from '../exit-status.ts';
import { firstThatServes, isSupported, readVersion, usableVersion } from './executable.ts';
import { k6StandIn, k6Words, standIn, temporaryFolder } from './stand-in-fixture.ts';

describe('readVersion', () => {
  it.each([
    [k6Words, '2.2.0'],
    ['k6 v2.2.0 (go1.26.8, linux/amd64)', '2.2.0'],
    ['k6 v2.3.0-rc1 (go1.26.8, linux/amd64)', '2.3.0-rc1'],
    ['k6 v2.4.0 (go1.27.0, linux/amd64)\nExtensions:\n  github.com/x/y v1.0.0', '2.4.0'],
  ])('reads %j', (output, version) => {
    expect(readVersion(output, '/opt/k6')).toBe(version);
  });

  it('reads it from a file of another name', () => {
    for (const name of ['k6-2.10', 'k6 of ours', 'k6.exe'])
      expect(readVersion(`${name} v2.10.3 (go1.26.8, linux/amd64)`, `/opt/${name}`)).toBe('2.10.3');
    expect(readVersion(k6Words, '/opt/shim')).toBe('2.2.0');
  });

  it.each(['', 'k6', 'v2.2.0', 'K9s v2.2.0', 'usage: k6 v2.2.0', 'k6 v2.2'])('finds none in %j', (output) => {
    expect(readVersion(output, '/opt/k6')).toBeUndefined();
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
    expect(await usableVersion(file, { env })).toBe('2.5.1');
  });

  it.each([
    ["echo 'k6 v1.4.0 (go1.25.0, linux/amd64)'", '$file is version 1.4.0; supported: 2.2.0 or a newer 2.x'],
    ['echo good morning', '$file answered "good morning", which is not a k6 version'],
    ['echo no library >&2; exit 127', 'Command failed with exit code 127: $file version: no library'],
    ['kill -KILL $$', 'Command was killed with SIGKILL'],
  ])('refuses %j', async (script, reason) => {
    const file = standIn(join(temporaryFolder(), 'k6'), script);
    await expect(usableVersion(file, { env })).rejects.toThrow(reason.replace('$file', file));
  });

  it('refuses a file that is not executable, and one that is not there', async () => {
    const file = standIn(join(temporaryFolder(), 'k6'), 'exit 0', 0o644);
    await expect(usableVersion(file, { env })).rejects.toThrow(`Command failed with EACCES: ${file} version`);
    await expect(usableVersion(`${file}s`, { env })).rejects.toThrow(
      `Command failed with ENOENT: ${file}s version`,
    );
  });

  it('does not wait for one that does not answer', async () => {
    const file = standIn(join(temporaryFolder(), 'k6'), 'exec sleep 600');
    await expect(usableVersion(file, { env, timeout: 200 })).rejects.toThrow(
      `Command timed out after 200 milliseconds: ${file} version`,
    );
  });
});

const failing = (name: string, error: Error) => ({ name, serve: () => Promise.reject(error) });
const serving = (name: string) => ({ name, serve: () => Promise.resolve(name) });

it('takes the first way that serves, and says why an earlier one did not', async () => {
  const lines: string[] = [];
  const ways = [failing('two', new Error('broken')), serving('three'), serving('four')];
  expect(await firstThatServes('tool', ways, '', (line) => lines.push(line))).toBe('three');
  expect(lines).toEqual(['Could not get tool from two: broken']);
});

it('fails with every way and its reason', async () => {
  const ways = [failing('a', new Error('none')), failing('long', new Error('broken'))];
  await expect(firstThatServes('tool', ways, 'do.', () => {})).rejects.toThrow(
    'No usable tool found. Tried in this order:\n  a: none\n  long: broken\nWhat to do: do.',
  );
});

it('finds the reason inside an error', () => {
  const refused = new AggregateError([new Error('connect ECONNREFUSED ::1:1')], '');
  expect(messageOf(new TypeError('fetch failed', { cause: refused }))).toBe('connect ECONNREFUSED ::1:1');
  expect(messageOf(new RangeError())).toBe('RangeError');
  const lookup = { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'github.com' };
  const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND github.com'), lookup);
  expect(messageOf(new TypeError('fetch failed', { cause: unknown }))).toBe(
    'github.com was not found (ENOTFOUND)',
  );
  expect(messageOf('plain')).toBe('plain');
});
