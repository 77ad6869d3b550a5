import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Locked {
  readonly optionalDependencies?: object;
  readonly resolved?: string;
  readonly engines?: { readonly node?: string };
  /** npm leaves it out where it does not fit. */
  readonly optional?: true;
  readonly hasInstallScript?: true;
}

const read = (file: string) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
const lock: { readonly packages: Readonly<Record<string, Locked>> } = read('package-lock.json');
const { engines, allowScripts } = read('package.json');

it('the lock file names the packages of every platform, so that npm ci works on each', () => {
  const wanted = Object.values(lock.packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );
  const missing = wanted.filter(
    (name) => !Object.keys(lock.packages).some((path) => path.endsWith(`node_modules/${name}`)),
  );
  expect(missing).toEqual([]);
});

it('the lock file names no place from which packages came', () => {
  expect(Object.values(lock.packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

it('npm ci has nothing to warn of: each package takes the oldest Node, and each install script is decided on', () => {
  const [major = 0, minor = 0] = numbersIn(engines.node);
  const takesOldest = (range: string) =>
    range.split('||').some((part) => {
      const [from = 0, least = 0] = numbersIn(part);
      return from === major ? least <= minor : from < major && /^\s*>=/.test(part);
    });
  const installed = Object.entries(lock.packages).filter(([, { optional }]) => optional !== true);
  const tooNew = installed.filter(([, one]) => !takesOldest(one.engines?.node ?? '>=0'));
  expect(tooNew).toEqual([]);
  const withScript = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = withScript.map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(names.filter((name) => !(name in allowScripts))).toEqual([]);
});

const numbersIn = (range: string) => (range.match(/\d+/g) ?? []).map(Number);
