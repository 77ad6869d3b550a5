import { describe, expect, it } from 'vitest';
import type { Contract } from '../../schemas/contract.ts';
import { checksFor, documentChecks } from '../catalogue.ts';
import { type Judgement, judge } from '../check.ts';
import { answerWith, conformantUser, type Sketch } from '../exchange-fixture.ts';
import { declarableChecks, declaredChecks } from './declared-checks.ts';
import { type Declarations, judgement, settledAnswer, validatorsOf } from './declared-fixture.ts';

const encrypt = (sketch: Sketch): Sketch => ({ endpoint: 'encrypt', ...sketch });
const probe = (sketch: Sketch): Sketch => ({ endpoint: 'encrypt', credential: 'absent', ...sketch });
const status = (code: number): Sketch => ({ response: { status: code } });
const noAnswer: Sketch = { response: { status: 0, failure: 'timeout' } };
const turnedAway: Sketch = { response: { status: 503, headers: { 'retry-after': '1' } } };

describe('the checks of a contract', () => {
  it('are none where it declares nothing', () => {
    expect(declaredChecks({ version: 1 }, {})).toEqual([]);
  });

  it('have ids of their own, and titles that say whose they are', () => {
    const ids = [...documentChecks, ...declarableChecks].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(declarableChecks).toHaveLength(18);
    for (const { origin, reading, title, failureTitle } of declarableChecks) {
      expect(origin).toBe('declared');
      expect(reading).toMatch(/^Declared by the operator, not by the document\./);
      expect(failureTitle).not.toBe(title);
    }
  });

  it('stand after checks of the document', () => {
    const ids = documentChecks.map(({ id }) => id);
    for (const { after } of declarableChecks) if (after !== undefined) expect(ids).toContain(after);
  });
});

const answers = { encrypt: { statuses: [200, 204], schema: { type: 'object', required: ['ciphertext'] } } };
const item = { type: 'object', properties: { size: { type: 'integer' } } };
const list = { sync: { schema: { type: 'object', properties: { items: { type: 'array', items: item } } } } };
const either = { sync: { schema: { anyOf: [{ type: 'string' }, { type: 'object', required: ['state'] }] } } };
const refusal = { statuses: [401], schema: { type: 'object', required: ['error'] } };
const error = { error: 'unauthorised' };

describe('one answer is judged by', () => {
  it.each<[string, Declarations, Sketch, Judgement['outcome']]>([
    ['encrypt-answer-status', { answers }, encrypt(status(200)), 'pass'],
    ['encrypt-answer-status', { answers }, encrypt(status(201)), 'fail'],
    ['encrypt-answer-schema', { answers }, encrypt({ body: { ciphertext: 'x', more: 1 } }), 'pass'],
    ['encrypt-answer-schema', { answers }, encrypt({ body: { cipher: 'x' } }), 'fail'],
    ['encrypt-answer-schema', { answers }, encrypt({ text: '' }), 'fail'],
    ['encrypt-answer-schema', { answers }, encrypt({ text: '', ...status(204) }), 'not-applicable'],
    ['sync-answer-schema', { answers: list }, { endpoint: 'sync', ...status(204) }, 'undecided'],
    ['encrypt-answer-schema', { answers }, encrypt({ text: '<html>' }), 'not-applicable'],
    [
      'user-answer-schema',
      { answers: { user: { schema: false } } },
      { body: { user: conformantUser } },
      'fail',
    ],
    [
      'user-status-declared',
      { user: { statuses: ['pending'] } },
      { body: { user: { status: 'pending' } } },
      'pass',
    ],
    [
      'user-status-declared',
      { user: { statuses: ['pending'] } },
      { body: { user: { status: 'verified' } } },
      'pass',
    ],
    ['user-status-declared', { user: { statuses: [] } }, { body: { user: { status: 'pending' } } }, 'fail'],
    ['user-status-declared', { user: { statuses: [] } }, { body: { user: { status: 1 } } }, 'not-applicable'],
    ['refusal-status', { refusal }, probe(status(401)), 'pass'],
    ['refusal-status', { refusal }, probe(status(403)), 'fail'],
    ['refusal-status', { refusal }, probe(status(500)), 'fail'],
    ['refusal-status', { refusal }, probe(status(502)), 'not-applicable'],
    ['refusal-status', { refusal: { statuses: [503] } }, probe(turnedAway), 'pass'],
    ['refusal-status', { refusal }, probe(turnedAway), 'not-applicable'],
    ['refusal-status', { refusal }, probe(noAnswer), 'not-applicable'],
    ['refusal-schema', { refusal }, probe({ body: error, ...status(401) }), 'pass'],
    ['refusal-schema', { refusal }, probe({ body: { message: '' }, ...status(401) }), 'fail'],
    ['refusal-schema', { refusal }, probe({ text: '', ...status(401) }), 'fail'],
    ['refusal-schema', { refusal }, probe({ text: 'Unauthorized', ...status(401) }), 'fail'],
    ['refusal-schema', { refusal }, probe({ text: '<html>', ...status(504) }), 'not-applicable'],
  ])('%s: %j %j: %s', (id, declarations, sketch, outcome) => {
    const twins = sketch.credential === 'absent' ? [encrypt(status(200))] : [];
    expect(judgement(id, declarations, sketch, twins).outcome).toBe(outcome);
  });

  it('a schema whose first broken part is named', () => {
    const sketch: Sketch = { endpoint: 'sync', body: { items: [{ size: 1 }, { size: 'big' }] } };
    expect(judgement('sync-answer-schema', { answers: list }, sketch)).toEqual({
      outcome: 'fail',
      cause: 'type at /items/*/size',
      expected: '/items/1/size must be an integer (answers.sync.schema)',
      actual: 'the string "big"',
    });
  });

  it('a schema of alternatives that is named as a whole', () => {
    expect(judgement('sync-answer-schema', { answers: either }, { endpoint: 'sync', body: 7 })).toMatchObject(
      {
        cause: 'anyOf at /',
        expected: 'the body must have one of the forms that are allowed here (answers.sync.schema)',
        actual: 'the number 7',
      },
    );
  });

  it('user-status-declared only after the status is a string', () => {
    const checks = [...documentChecks, ...declaredChecks({ version: 1, user: { statuses: [] } }, {})];
    const judged = judge(checks, answerWith({ body: { user: { ...conformantUser, status: 7 } } }));
    expect(
      judged.filter(({ judgement: { outcome } }) => outcome === 'fail').map(({ check }) => check.id),
    ).toEqual(['user-status-string']);
  });
});

describe('a call of encrypt without the token is judged by what the contract declares', () => {
  const declares201 = { answers: { encrypt: { statuses: [201] } } };
  it.each<[string, Declarations, Sketch, Judgement['outcome']]>([
    ['a success', { answers }, { body: { ciphertext: 'x' } }, 'fail'],
    ['an error', { answers }, { body: error }, 'pass'],
    // It may be a result of another form, too: the contract says what is right, not what a refusal is.
    ['neither', { answers }, { body: { cipher: 'x' } }, 'undecided'],
    ['a status that no success has', declares201, { body: { ciphertext: 'x' } }, 'undecided'],
    ['a status of refusals', { ...declares201, refusal: { statuses: [200] } }, { body: { no: 1 } }, 'pass'],
    [
      'a body of refusals without their status',
      { answers, refusal: { schema: refusal.schema } },
      { body: { error: 'x', at: 1 } },
      'pass',
    ],
    [
      'a body of refusals',
      { answers, refusal: { ...refusal, statuses: [200] } },
      { body: { error: 'x', at: 1 } },
      'pass',
    ],
  ])('%s: %j %j: %s', (_, declarations, sketch, outcome) => {
    const contract: Contract = { version: 1, ...declarations };
    const answer = settledAnswer(contract, probe(sketch), [encrypt({ body: { ciphertext: 'x' } })]);
    const judged = judge(checksFor(contract, validatorsOf(contract)), answer);
    const ofHeader = judged.find(({ check }) => check.id === 'auth-absent-refused');
    expect(ofHeader?.judgement.outcome).toBe(outcome);
  });
});

describe('calls with another algorithm', () => {
  const declared: Declarations = { encrypt: { algorithms: ['ChaCha20-Poly1305'] } };
  const call = (sketch: Sketch): Sketch => encrypt({ otherAlgorithm: 'ChaCha20-Poly1305', ...sketch });

  it.each<[Declarations, Sketch, Judgement['outcome']]>([
    [declared, call(status(200)), 'pass'],
    [declared, call(status(422)), 'fail'],
    [declared, call(status(500)), 'not-applicable'],
    [declared, call(status(401)), 'not-applicable'],
    [declared, call(noAnswer), 'not-applicable'],
    [{ ...declared, answers }, call({ body: error }), 'fail'],
    [declared, call({ body: error }), 'undecided'],
  ])('%j %j: %s', (declarations, sketch, outcome) => {
    expect(judgement('encrypt-algorithms-accepted', declarations, sketch).outcome).toBe(outcome);
  });

  it('are not those with the stated one, which every other call names', () => {
    const ids = (algorithms: readonly string[]) =>
      checksFor({ version: 1, encrypt: { algorithms: [...algorithms] } }, {}).map(({ id }) => id);
    expect(ids(['AES-256-GCM'])).not.toContain('encrypt-algorithms-accepted');
    expect(ids(['AES-256-GCM', 'ChaCha20-Poly1305'])).toContain('encrypt-algorithms-accepted');
  });

  it('are counted apart, by algorithm', () => {
    expect(judgement('encrypt-algorithms-accepted', declared, call(status(422)))).toMatchObject({
      cause: 'algorithm ChaCha20-Poly1305, HTTP 422',
    });
  });
});

it('a success that states an error is not judged by what successes look like', () => {
  const subjectsOf = (code: number) => answerWith(encrypt({ body: { code, data: null } })).subjects;
  expect(subjectsOf(0)).toEqual(['encrypt-answer', 'encrypt-body']);
  expect(subjectsOf(413)).toEqual(['encrypt-body']);
});
