import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly optionalDependencies?: object; readonly resolved?: string }>
  >;
}

const lock: Lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));

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
