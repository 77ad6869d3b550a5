import { describe, expect, it } from 'vitest';
import { isPerhapsByRounding } from '../inexact-numbers.ts';
import { judgement, settledAnswer } from './declared-fixture.ts';

const answerOf = (text: string) => ({ endpoint: 'backup', text, response: { status: 201 } }) as const;
const partsOf = (schema: object) => ({
  answers: { backup: { schema: { type: 'object', properties: { parts: schema }, required: ['id'] } } },
});
const huge = '7'.repeat(617);
const integers = { type: 'array', items: { type: 'integer' }, uniqueItems: true };

describe('numbers that a double does not hold', () => {
  it.each([
    [integers, '[1862451970552037377,1862451970552037378]'],
    [integers, `[${huge}]`],
    [{ type: ['integer', 'null'] }, huge],
    [{ type: 'number' }, `-${huge}`],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, huge],
    [{ uniqueItems: true }, '[{"id":1862451970552037377},{"id":1862451970552037378}]'],
    [{ exclusiveMaximum: 2 ** 63 }, '9223372036854775807'],
    [{ not: { const: 2 ** 53 } }, '9007199254740993'],
  ])('leave open whether they match %j: %s', (schema, parts) => {
    const answer = answerOf(`{"id":"b1","parts":${parts}}`);
    expect(judgement('backup-answer-schema', partsOf(schema), answer)).toMatchObject({
      outcome: 'undecided',
      cause: 'inexact-numbers',
    });
  });

  it('leave open whether they are multiples', () => {
    const error = { keyword: 'multipleOf', instancePath: '/size', params: { multipleOf: 10 } };
    expect(isPerhapsByRounding([error], { size: 2 ** 60 })).toBe(true);
    expect(isPerhapsByRounding([error], { size: 2 ** 50 })).toBe(false);
  });

  it.each([
    [{ type: 'string' }, '1862451970552037377'],
    [{ type: 'string' }, huge],
    [{ type: 'array', uniqueItems: true }, '{"n":1862451970552037377}'],
    [{ maximum: 100 }, '1862451970552037377'],
    [{ enum: [1, 2] }, '1862451970552037377'],
    [{ properties: { ids: integers }, required: ['at'] }, '{"ids":[1862451970552037377]}'],
    [integers, '[1862451970552037377,"1862451970552037378"]'],
    [integers, '[4503599627370497,4503599627370497]'],
    [{ uniqueItems: true }, '["a","a"]'],
    [{ type: 'integer' }, '0.5'],
  ])('excuse no body that cannot match %j: %s', (schema, parts) => {
    const answer = answerOf(`{"id":"b1","parts":${parts}}`);
    expect(judgement('backup-answer-schema', partsOf(schema), answer).outcome).toBe('fail');
  });

  it('leave open whether they match where they are of a refusal', () => {
    const refusal = { statuses: [401], schema: { properties: { trace: { type: 'integer' } } } };
    const probe = {
      endpoint: 'encrypt',
      credential: 'absent',
      text: `{"trace":${huge}}`,
      response: { status: 401 },
    } as const;
    const call = { endpoint: 'encrypt' } as const;
    expect(judgement('refusal-schema', { refusal }, probe, [call]).outcome).toBe('undecided');
  });

  it('do not make a refusal of an answer without the token', () => {
    const refusal = { schema: { required: ['state'] } };
    const contract = { version: 1, ...partsOf(integers), refusal } as const;
    const call = {
      endpoint: 'backup',
      text: '{"id":"b2","parts":[3,4]}',
      response: { status: 201 },
    } as const;
    const meant = (parts: string) => {
      const probe = answerOf(`{"id":"none","state":"queued","parts":${parts}}`);
      return settledAnswer(contract, { ...probe, credential: 'absent' }, [call]).meaning;
    };
    expect(meant('[1,1]')).toEqual({ is: 'refusal' });
    expect(meant('[1862451970552037377,1862451970552037378]')).toMatchObject({ is: 'unclear' });
  });
});
