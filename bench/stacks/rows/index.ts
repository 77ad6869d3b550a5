import { alone } from './alone.ts';
import { caches } from './caches.ts';
import { guards } from './guards.ts';
import { limits } from './limits.ts';
import { proxies } from './proxies.ts';
import type { Row } from './row.ts';

export const groups: Readonly<Record<string, readonly Row[]>> = {
  'Services alone': alone,
  'Servers in front': proxies,
  'Servers that ask for the token': guards,
  Caches: caches,
  Limits: limits,
};

export const rows: readonly Row[] = Object.values(groups).flat();
