import { createDecipheriv, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { askService, bearer, encryptionOf, parsed, withService } from './client-fixture.ts';
import { encrypt } from './conformant-service.ts';

const key = randomBytes(32);

test.each(['', 'a', 'naïve 用户 🔑', '\u0000\u001f"\\', 'x'.repeat(1_000_000)])(
  'the key decrypts the result (%#)',
  (data) => {
    const { nonce, tag, ciphertext } = encrypt(data, key);
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'));
    decipher.setAuthTag(Buffer.from(tag, 'base64'));
    expect(decipher.update(ciphertext, 'base64', 'utf8') + decipher.final('utf8')).toBe(data);
  },
);

test('no nonce comes twice, so equal data looks different each time', () => {
  const results = Array.from({ length: 2000 }, () => encrypt('the same data', key));
  expect(new Set(results.map(({ nonce }) => nonce)).size).toBe(2000);
  expect(new Set(results.map(({ ciphertext }) => ciphertext)).size).toBe(2000);
  expect(results.every(({ nonce }) => Buffer.from(nonce, 'base64').length === 12)).toBe(true);
});

describe('GET /api/v1/user', () => {
  test('has one key, user, and in it the four fields', () =>
    withService({}, async (service) => {
      const reply = await askService(service, 'user');
      expect(reply.status).toBe(200);
      expect(parsed(reply)).toEqual({
        user: {
          id: expect.stringMatching(/^usr_.+$/),
          status: 'verified',
          encryption_key_exists: true,
          last_sync: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
      });
    }));

  test('gives the time of the newest backup as last_sync', () =>
    withService({}, async (service) => {
      const made = await askService(service, 'backup', { headers: bearer(service.token) });
      const { backup } = parsed(made) as BackupBody;
      const { user } = parsed(await askService(service, 'user')) as UserBody;
      expect(user.last_sync).toBe(backup.created_at);
      expect(backup.user_id).toBe(user.id);
    }));
});

describe('POST /api/v1/encrypt', () => {
  test.each([
    ['{"data":"x"', 400, 'not-json'],
    ['', 400, 'bad-request'],
    ['null', 400, 'bad-request'],
    ['["x"]', 400, 'bad-request'],
    ['{"data":5,"algorithm":"AES-256-GCM"}', 400, 'bad-request'],
    ['{"data":"x"}', 400, 'bad-request'],
    ['{"data":"x","algorithm":"aes-256-gcm"}', 422, 'unknown-algorithm'],
  ])('answers %s with %i %s', (body, status, code) =>
    withService({}, async (service) => {
      const reply = await askService(service, 'encrypt', { headers: bearer(service.token), body });
      expect(reply.status).toBe(status);
      expect(parsed(reply)).toEqual({ error: { code, message: expect.any(String) } });
    }),
  );

  test('reads JSON under any Content-Type', () =>
    withService({}, async (service) => {
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
        const headers = { ...bearer(service.token), 'content-type': type };
        const reply = await askService(service, 'encrypt', { headers, body: encryptionOf('x') });
        expect(reply.status, type).toBe(200);
      }
    }));
});

describe('the token', () => {
  test.each(['encrypt', 'backup'] as const)('is needed for %s', (endpoint) =>
    withService({ token: 'right' }, async (service) => {
      const wrong = [
        '',
        'Bearer',
        'Bearer ',
        'Bearer wrong',
        'Basic right',
        'right',
        'Bearer right2',
        'Bearer RIGHT',
      ];
      const refused = [{}, ...wrong.map((authorization) => ({ authorization }))];
      for (const headers of refused) {
        const reply = await askService(service, endpoint, { headers, body: encryptionOf('x') });
        expect(reply.status, JSON.stringify(headers)).toBe(401);
        expect(reply.headers['www-authenticate']).toMatch(/^Bearer/);
      }
      const reply = await askService(service, endpoint, {
        headers: bearer('right'),
        body: encryptionOf('x'),
      });
      expect(reply.status).toBeLessThan(300);
    }),
  );

  test.each(['user', 'sync'] as const)('is not needed for %s', (endpoint) =>
    withService({}, async (service) => {
      expect((await askService(service, endpoint)).status).toBe(200);
      expect((await askService(service, endpoint, { headers: bearer('wrong') })).status).toBe(200);
    }),
  );

  test('is made up anew where none is given', () =>
    withService({}, async (one) =>
      withService({ token: '' }, async (other) => {
        expect(one.token).toMatch(/^[\w-]{43}$/);
        expect(other.token).not.toBe(one.token);
      }),
    ));
});

describe('sync and backup', () => {
  test('the status counts what the newest backup lacks', () =>
    withService({}, async (service) => {
      const headers = bearer(service.token);
      const status = async () => parsed(await askService(service, 'sync'));
      expect(await status()).toMatchObject({ status: 'synchronised', pending_changes: 0 });
      for (const data of ['a', 'b'])
        await askService(service, 'encrypt', { headers, body: encryptionOf(data) });
      expect(await status()).toMatchObject({ status: 'pending', pending_changes: 2 });
      const made = await askService(service, 'backup', { headers, body: '{"label":"any"}' });
      expect(made.status).toBe(201);
      expect(await status()).toMatchObject({ status: 'synchronised', pending_changes: 0 });
    }));

  test('a backup without the token leaves no trace', () =>
    withService({}, async (service) => {
      const lastSync = async () => (parsed(await askService(service, 'user')) as UserBody).user.last_sync;
      const before = await lastSync();
      await askService(service, 'backup');
      expect(await lastSync()).toBe(before);
    }));
});

interface UserBody {
  readonly user: { readonly id: string; readonly last_sync: string };
}
interface BackupBody {
  readonly backup: { readonly id: string; readonly user_id: string; readonly created_at: string };
}
