import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cachedK6, cacheFolder, putIntoCache } from './obtain-k6.ts';
import { k6StandIn, standIn, temporaryFolder } from './stand-in-fixture.ts';

const { env } = process;

describe.skipIf(process.platform !== 'linux')('cacheFolder', () => {
  const home = () => temporaryFolder();

  it('is what the environment names, else the folder that the system has for this', () => {
    const HOME = home();
    const XDG_CACHE_HOME = join(HOME, 'xdg');
    expect(cacheFolder({ HARNESS_CACHE_DIR: '/some/where', HOME })).toBe('/some/where');
    expect(cacheFolder({ XDG_CACHE_HOME, HOME })).toBe(join(XDG_CACHE_HOME, 'encryption-backup-harness'));
    expect(cacheFolder({ HOME })).toBe(join(HOME, '.cache', 'encryption-backup-harness'));
  });
});

describe('putIntoCache', () => {
  const made = (words?: string) => (work: string) =>
    Promise.resolve(k6StandIn(join(work, 'deep', 'k6'), words));

  it('puts what was made into the cache and leaves nothing else there', async () => {
    const folder = join(temporaryFolder(), 'new');
    const { path, version } = await putIntoCache(folder, env, made());
    expect(path).toBe(cachedK6(folder));
    expect(version).toBe('2.2.0');
    expect(existsSync(path)).toBe(true);
    expect(readdirSync(folder)).toEqual([dirname(path).split('/').at(-1)]);
  });

  it('keeps out what does not run, and leaves nothing', async () => {
    const folder = temporaryFolder();
    const broken = (work: string) => Promise.resolve(standIn(join(work, 'k6'), 'exit 3'));
    await expect(putIntoCache(folder, env, broken)).rejects.toThrow('exit code 3');
    const failing = () => Promise.reject(new Error('no network'));
    await expect(putIntoCache(folder, env, failing)).rejects.toThrow('no network');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('replaces what is there, damaged or not', async () => {
    const folder = temporaryFolder();
    standIn(cachedK6(folder), 'exit 1');
    await putIntoCache(folder, env, made('k6 v2.2.0 (first)'));
    expect(readFileSync(cachedK6(folder), 'utf8')).toContain('first');
    await putIntoCache(folder, env, made('k6 v2.2.0 (second)'));
    expect(readFileSync(cachedK6(folder), 'utf8')).toContain('second');
  });
});
