import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { madeUpAuthorization } from '../scenarios/credentials.ts';
import { startService } from '../service/server.ts';
import { signedJwt, tokenReadings } from '../service/variants/token-readings.ts';
import { checksThat, k6Run } from './k6-run.ts';

/** Real kinds of tokens, and how a service may read them. */
const kinds: Readonly<Record<string, readonly [token: string, reading: string]>> = {
  'JWT, 43 characters of signature': [signedJwt('HS256'), 'jwt'],
  'JWT, 64 characters of signature': [signedJwt('HS384'), 'jwt'],
  'JWT, 86 characters of signature': [signedJwt('HS512'), 'jwt'],
  'base64url of 32 bytes': ['3q2-7wAB_kLm9ZpQrStUvWxYz0123456789AbCdEfGg', 'base64'],
  'base64url of 24 bytes': ['3q2-7wABCkLm9ZpQrStUvWxYz0_23456', 'base64'],
  'base64 with one =': ['3q2+7wAB/kLm9ZpQrStUvWxYz0123456789AbCdEfGg=', 'base64'],
  'base64 with two =': ['3q2+7wABCkLm9ZpQrSt/vA==', 'base64'],
  hexadecimal: ['9f86d081884c7d659a2feaa0c55ad015', 'hexadecimal'],
  'hexadecimal in upper case': ['9F86D081884C7D659A2FEAA0C55AD015', 'hexadecimal'],
  UUID: ['123e4567-e89b-12d3-a456-426614174000', 'hexadecimal'],
  ULID: ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'base32'],
};

describe.each(Object.entries(kinds))('%s', (_, [token, reading]) => {
  const { isSame } = tokenReadings[reading] ?? { isSame: () => false };

  it('is read as itself', () => {
    expect(isSame(token, token)).toBe(true);
  });

  it('is made into no token that a service may read as the same', () => {
    const offered = [1, 2, 3].flatMap((seed) =>
      Array.from({ length: 2000 }, (__, index) => madeUpAuthorization(token, index, seed)),
    );
    const same = offered.filter(({ header }) => isSame((header ?? '').replace('Bearer ', ''), token));
    expect([...new Set(same.map(({ variety, header }) => `${variety}: ${header}`))]).toEqual([]);
  });
});

const judged = ['JWT, 43 characters of signature', 'base64 with two =', 'UUID'].map(
  (kind) => [kind, ...(kinds[kind] ?? ['', ''])] as const,
);

describe('a service that reads its token', () => {
  it.each(judged)(
    '%s, passes, and half of the probes change a character not changed before',
    async (_, token, reading) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'service-'));
      const variants = [`token-read-as-${reading}`];
      const service = await startService({ dataDir, token, variants });
      try {
        const env = { BASE_URL: service.url, PROFILE: 'quick', ACCESS_TOKEN: token };
        const { report, output } = await k6Run('conformance', env);
        expect([report?.verdict, checksThat(report, 'fail')], output).toEqual(['pass', []]);
        const { changedCharacters = 0, characters = 0, ways } = report?.tokenProbes ?? {};
        const probes = report?.findings.find(({ check }) => check === 'auth-made-up-refused')?.samples ?? 0;
        expect(changedCharacters).toBeGreaterThanOrEqual(Math.min(characters, Math.floor(probes / 2) - 8));
        expect(ways).toBeGreaterThan(30);
      } finally {
        await service.stop();
      }
    },
  );
});
