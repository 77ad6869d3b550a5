import { describe, expect, it } from 'vitest';
import { readAnswer } from './answer.ts';
import { documentChecks } from './catalogue.ts';
import { type ControlProfile, emptyProfile, learn } from './control-profile.ts';
import { answerWith, exchangeWith, type Sketch } from './exchange-fixture.ts';
import { judge } from './judge.ts';

function profileOf(bodies: readonly unknown[]): ControlProfile {
  return bodies.reduce<ControlProfile>(
    (profile, body) => learn(profile, answerWith({ endpoint: 'encrypt', body }).json),
    emptyProfile,
  );
}

const encrypted = Array.from({ length: 8 }, (_, index) => ({
  ok: true,
  algorithm: 'AES-256-GCM',
  ciphertext: `c${index}`,
  length: index,
}));

function outcome(sketch: Sketch, control = profileOf(encrypted)): string | undefined {
  const exchange = exchangeWith({ endpoint: 'encrypt', credential: 'absent', ...sketch });
  return judge(documentChecks, readAnswer(exchange, control)).find(({ check }) =>
    check.id.startsWith('auth-'),
  )?.judgement.outcome;
}

describe('auth refusal', () => {
  it.each([300, 302, 400, 401, 403, 404, 405, 409, 418, 500, 503])('HTTP %i is a refusal', (status) => {
    expect(outcome({ text: '<p>no</p>', response: { status } })).toBe('pass');
  });

  it('a connection that is reset is a refusal', () => {
    expect(outcome({ response: { status: 0, failure: 'reset' } })).toBe('pass');
  });

  it.each([
    ['a timeout', { status: 0, failure: 'timeout' as const }],
    ['no connection', { status: 0, failure: 'unreachable' as const }],
    ['HTTP 429', { status: 429 }],
    ['HTTP 503 with Retry-After', { status: 503, headers: { 'retry-after': '1' } }],
  ])('%s proves nothing', (_, response) => {
    expect(outcome({ response })).toBe('not-applicable');
  });

  it.each([
    ['the same body', encrypted[0]],
    ['a body like it', { ok: true, algorithm: 'AES-256-GCM', ciphertext: 'never seen', length: 99 }],
    ['a body with a warning beside it', { ...encrypted[1], warning: 'no token' }],
  ])('%s is a success', (_, body) => {
    expect(outcome({ body })).toBe('fail');
  });

  it.each([
    ['an error body', { error: 'unauthorized' }],
    [
      'the envelope of a success that says it is none',
      { ok: false, algorithm: null, ciphertext: null, length: 0 },
    ],
    ['an array', []],
    ['an empty body', undefined],
    ['an empty object', {}],
  ])('HTTP 200 with %s can be read either way', (_, body) => {
    expect(outcome({ body })).toBe('undecided');
  });

  it('an empty body is a success where successes have none', () => {
    expect(outcome({ response: { status: 204 } }, profileOf([undefined, undefined]))).toBe('fail');
  });

  it('each credential has its own check, and the lower-case scheme none', () => {
    const ids = (['absent', 'empty', 'scheme', 'made-up', 'lower-case', 'token'] as const).map((credential) =>
      judge(documentChecks, answerWith({ endpoint: 'encrypt', credential, body: {} })).map(
        ({ check }) => check.id,
      ),
    );
    expect(ids).toEqual([
      ['auth-absent-refused'],
      ['auth-empty-refused'],
      ['auth-scheme-refused'],
      ['auth-made-up-refused'],
      [],
      ['encrypt-body-json'],
    ]);
  });
});

describe('a control whose keys have the names of built-in things', () => {
  it('is learned and recognised, also after it has travelled as JSON', () => {
    const body = JSON.parse('{"constructor": "a", "__proto__": 1, "toString": null}');
    const travelled = JSON.parse(JSON.stringify(profileOf([body, body])));
    expect(outcome({ body }, travelled)).toBe('fail');
    expect(outcome({ body: { hasOwnProperty: 1 } }, travelled)).toBe('undecided');
  });
});
