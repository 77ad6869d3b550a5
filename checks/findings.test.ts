import { describe, expect, it } from 'vitest';
import { documentChecks } from './catalogue.ts';
import { fail, judge } from './check.ts';
import { answerWith, conformantUser, type Sketch } from './exchange-fixture.ts';
import { findingsOf } from './findings.ts';
import { countJudged, type Tally } from './tally.ts';

function tallyOf(sketches: readonly Sketch[]): Tally {
  const tally: Tally = {};
  for (const sketch of sketches) {
    for (const judged of judge(documentChecks, answerWith(sketch))) countJudged(tally, judged);
  }
  return tally;
}

const good: Sketch = { body: { user: conformantUser } };
const noZone: Sketch = { body: { user: { ...conformantUser, last_sync: '2026-11-21T02:36:42' } } };
const lowerCase: Sketch = { body: { user: { ...conformantUser, last_sync: '2026-11-21t02:36:42z' } } };

function finding(id: string, sketches: readonly Sketch[], floor = 3) {
  const found = findingsOf(documentChecks, tallyOf(sketches), { 'user-answer': floor, 'auth-absent': floor });
  return found.find(({ check }) => check === id);
}

describe('findings', () => {
  it('pass from the floor on, and say what could have gone unseen', () => {
    const { verdict, explanation } = finding('user-id-prefix', [good, good, good]) ?? {};
    expect([verdict, explanation]).toEqual([
      'pass',
      '0 of 3 answers broke this rule: at 95 % confidence, fewer than 63 % do.',
    ]);
  });

  it('are inconclusive under the floor, and on nothing at all', () => {
    expect(finding('user-body-json', [good, good])?.verdict).toBe('inconclusive');
    expect(finding('user-body-utf8', [])?.verdict).toBe('inconclusive');
    expect(finding('auth-absent-refused', [])?.verdict).toBe('inconclusive');
  });

  it('say which refusals count for nothing, and what to do about them', () => {
    const busy: Sketch = { endpoint: 'encrypt', credential: 'absent', response: { status: 429 } };
    const { verdict, remedy } = finding('auth-absent-refused', [good, ...Array(5).fill(busy)]) ?? {};
    expect(verdict).toBe('inconclusive');
    expect(remedy).toMatch(/429, by 503 with Retry-After.*failed logins.*Content-Encoding/);
    expect(finding('auth-absent-refused', Array(5).fill(busy))?.remedy).toMatch(/^Make valid calls succeed/);
  });

  it('fail on one violation among any number', () => {
    const { verdict, samples, failures, causes } = finding('user-last-sync-utc', [good, noZone, good]) ?? {};
    expect([verdict, samples, failures, causes?.[0]?.count]).toEqual(['fail', 3, 1, 1]);
  });

  it('do not apply where the check before them failed', () => {
    expect(finding('user-id-prefix', [{ body: [] }, { body: [] }, { body: [] }])?.verdict).toBe(
      'not-applicable',
    );
    expect(finding('encrypt-body-json', [good])?.verdict).toBe('not-applicable');
  });

  it('name contested forms without deciding by them', () => {
    const { verdict, contested } = finding('user-last-sync-iso8601', [lowerCase, lowerCase, good]) ?? {};
    expect([verdict, contested?.[0]?.count]).toEqual(['pass', 2]);
  });

  it('put the causes that were counted together last, with words that say so', () => {
    const tally: Tally = {};
    const [check] = documentChecks;
    if (check === undefined) throw new Error('no checks');
    // The first twenty come twice, the others once, and these are more.
    for (let answer = 0; answer < 130; answer += 1)
      countJudged(tally, { check, judgement: fail(`cause ${answer < 40 ? answer % 20 : answer}`, 'a', 'b') });
    const [found] = findingsOf([check], tally, {});
    expect(found?.causes.at(-1)).toMatchObject({ cause: 'other causes, such as this one', count: 90 });
  });

  it('name what was contested and what was undecided, also under one name', () => {
    const form = { count: 2, example: '' };
    const outcomes = { pass: 0, contested: 2, undecided: 2, fail: 0 };
    const seen = {
      outcomes,
      causes: {},
      contested: { 'under load': form },
      undecided: { 'under load': form },
    };
    const tally = { 'user-body-json': seen };
    const found = findingsOf(documentChecks, tally, {}).find(({ check }) => check === 'user-body-json');
    expect(found?.contested).toHaveLength(2);
  });
});
