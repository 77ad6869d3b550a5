import { isUtf8 } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import type { ServiceAnswer } from '../conformant-service.ts';
import type { ServiceCall } from './call.ts';
import { variants, variantsNamed } from './index.ts';
import { changedBy } from './variant.ts';

const user =
  '{"user":{"id":"usr_7f3a9c","status":"verified","encryption_key_exists":true,"last_sync":"2026-11-21T02:36:42.689Z"}}';
const answer: ServiceAnswer = { status: 200, headers: {}, body: user };
const call = {
  sequence: 1,
  data: 'x',
  credential: 'token',
  headers: {},
  body: Buffer.from('{}'),
} as ServiceCall;

/** The conformant user body as changed by a variant. */
function bytesWith(name: string): Buffer {
  const [variant] = variantsNamed([name]);
  const changed = variant === undefined ? answer : changedBy(variant, answer, call);
  return Buffer.from(changed.headers['content-encoding'] === undefined ? changed.body : user);
}

function bodyWith(name: string): string {
  return bytesWith(name).toString();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('bodies', () => {
  test('of the faults for the JSON checks are not JSON', () => {
    const names = variants.filter(({ caughtBy }) => caughtBy?.endsWith('-body-json')).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => isJson(bodyWith(name)))).toEqual([]);
  });

  test('of the faults for the encoding checks are not UTF-8', () => {
    const names = variants.filter(({ caughtBy }) => caughtBy?.endsWith('-body-utf8')).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => isUtf8(bytesWith(name)))).toEqual([]);
  });

  test('of the other faults in answers are JSON', () => {
    const others = variants.filter(
      ({ caughtBy }) => caughtBy?.startsWith('user-') && !/-(json|utf8)$/.test(caughtBy),
    );
    expect(others.filter(({ name }) => !isJson(bodyWith(name)))).toEqual([]);
  });

  test('of quirks are JSON or empty, except where they refuse', () => {
    const names = variants
      .filter(({ name, kind }) => kind === 'quirk' && !name.startsWith('refusal-'))
      .map(({ name }) => name);
    expect(names.filter((name) => bodyWith(name) !== '' && !isJson(bodyWith(name)))).toEqual([]);
  });
});

test('quirks of the User leave its four fields as the document has them', () => {
  const odd = variants.filter(({ name, kind }) => kind === 'quirk' && /^(user|last-sync)-/.test(name));
  for (const { name } of odd) {
    const envelope = JSON.parse(bodyWith(name));
    expect(Object.keys(envelope), name).toEqual(['user']);
    expect(envelope.user, name).toMatchObject({
      id: expect.stringMatching(/^usr_[\s\S]+$/),
      status: expect.any(String),
      encryption_key_exists: expect.any(Boolean),
      last_sync: expect.stringMatching(/^\d{4}.*T\d.*(Z|\+00(:?00)?)$/),
    });
  }
});
