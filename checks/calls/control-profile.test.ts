import { describe, expect, it } from 'vitest';
import { learnRefusal } from '../auth/auth-refusal.ts';
import { encrypted, outcome, profileOf } from '../auth/auth-refusal-fixture.ts';
import { answerWith, type Sketch } from '../exchange-fixture.ts';
import { type ControlProfile, learn } from './control-profile.ts';

describe('the result of empty data', () => {
  const sent = '{"data":"","algorithm":"AES-256-GCM"}';
  const ofEmpty = { ok: true, algorithm: 'AES-256-GCM', ciphertext: '', length: 0, tag: 'QUE=' };
  const refused: Sketch = { text: 'no', response: { status: 401 } };

  /** After as many results of empty data and of other data, and these answers to probes with data. */
  function controlAfter(answers: readonly Sketch[], { successes = 8, body = ofEmpty as unknown } = {}) {
    const control = profileOf(encrypted);
    for (let count = 0; count < successes; count += 1)
      learn(answerWith({ endpoint: 'encrypt', sent, body }, control));
    for (const answer of answers)
      learnRefusal(answerWith({ endpoint: 'encrypt', credential: 'absent', ...answer }, control));
    return control;
  }
  const refusals = Array<Sketch>(8).fill(refused);

  it('is one where the service refuses other data by its status', () => {
    const control = JSON.parse(JSON.stringify(controlAfter(refusals)));
    expect(outcome({ sent, body: ofEmpty }, control)).toBe('fail');
    expect(outcome({ body: ofEmpty }, control)).toBe('undecided');
    expect(outcome({ sent, body: { ...ofEmpty, ok: false } }, control)).toBe('undecided');
    expect(outcome({ sent, ...refused }, control)).toBe('pass');
  });

  it.each<[string, ControlProfile]>([
    ['the service refuses with it, too', controlAfter([...refusals, { body: ofEmpty }])],
    ['too little is known of refusals', controlAfter(refusals.slice(1))],
    ['refusals came as 429', controlAfter(Array(20).fill({ response: { status: 429 } }))],
    [
      'refusals of another credential are known',
      controlAfter(refusals.map((one) => ({ ...one, credential: 'empty' as const }))),
    ],
    ['too few were seen with the token', controlAfter(refusals, { successes: 7 })],
    ['none was seen with the token', controlAfter(refusals, { successes: 0 })],
    ['it has the form of the others', controlAfter(refusals, { body: encrypted[0] })],
  ])('may be a refusal where %s', (_, control) => {
    expect(outcome({ sent, body: ofEmpty }, control)).toBe('undecided');
  });

  it('may be an error that every caller gets', () => {
    const body = { code: 'E1001', msg: '数据为空' };
    expect(outcome({ sent, body }, controlAfter(refusals, { body }))).toBe('undecided');
  });

  it('does not change what is known of the others', () => {
    expect(outcome({ body: encrypted[0] }, controlAfter(refusals))).toBe('fail');
    expect(controlAfter(refusals).successes['encrypt']?.answers).toBe(encrypted.length);
  });
});

describe('a control whose keys have the names of built-in things', () => {
  it('is learned and recognised, also after it has travelled as JSON', () => {
    const body = JSON.parse('{"constructor": "a", "__proto__": 1, "toString": null, "data": "QQ=="}');
    const others = ['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((text) => ({ ...body, constructor: text }));
    const travelled = JSON.parse(JSON.stringify(profileOf([body, ...others])));
    expect(outcome({ body }, travelled)).toBe('fail');
    expect(outcome({ body: { hasOwnProperty: 1 } }, travelled)).toBe('undecided');
  });
});
