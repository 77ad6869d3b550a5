import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Contract, DeclaredValidators } from '../../schemas/contract.ts';
import { readAnswer } from '../answer.ts';
import { nothingLearned } from './meaning.ts';
import { leftOpen } from './probe-meanings.ts';
import { answered, counts, judgedProbes, type Speaks, sealed } from './service-fixture.ts';

const stored: Speaks = (_, index) => ({ body: { id: `enc_${index}f9c2a7d41b08e65`, status: 'stored' } });
const refusedWith =
  (status: number, says: Speaks): Speaks =>
  (data, index) => ({ ...says(data, index), status });

describe('an answer that refuses by its status, where results hold nothing of the data,', () => {
  it('is open if it has all that a success has', () => {
    expect(counts(judgedProbes(refusedWith(401, stored), stored).meanings)).toEqual({
      result: 0,
      refusal: 0,
      unclear: 90,
    });
    expect(judgedProbes(refusedWith(401, stored), stored).meanings[0]).toMatchObject({ why: 'like-success' });
  });

  const told: Speaks = (_, index) => ({ body: { message: `Stored as ${index}`, time: `12:00:${index}` } });
  const words = (...all: readonly string[]): Speaks => {
    return (_, index) => ({ body: { message: all[index % all.length], time: `12:00:${index}` } });
  };
  it.each<[string, Speaks, Speaks]>([
    ['nothing, as successes do', () => ({}), () => ({ status: 204 })],
    ['an empty object, as successes do', () => ({ body: {} }), () => ({ body: {} })],
    ['null, as successes do', () => ({ body: { data: null } }), () => ({ body: { data: null } })],
    ['another constant', () => ({ body: { id: 'enc_0', status: 'refused' } }), stored],
    ['another form', () => ({ body: { error: 'unauthorized' } }), stored],
    ['words of its own in the form of successes', words('Unauthorized'), told],
    ['one of a few such words', words('No token', 'Unknown token', 'Not a bearer token'), told],
    ['the same code each time', words('E401'), told],
  ])('is a refusal if it says %s', (_, says, success) => {
    expect(counts(judgedProbes(refusedWith(401, says), success).meanings)).toEqual({
      result: 0,
      refusal: 90,
      unclear: 0,
    });
  });

  it('is a refusal if the contract tells it from a success', () => {
    const has = (key: string) => (body: unknown) => Object.hasOwn(body as object, key);
    const exchange = answered({ status: 401, body: { id: 'enc_1', denied: true } }, 'x', 'made-up');
    const meaningOf = (validators: DeclaredValidators, statuses = [401]) => {
      const contract: Contract = { version: 1, refusal: { statuses } };
      const open = () => leftOpen('like-success');
      return readAnswer(exchange, { contract, validators }, nothingLearned, open).meaning?.is;
    };
    expect(meaningOf({ refusal: has('denied'), encrypt: has('sealed') })).toBe('refusal');
    expect(meaningOf({ refusal: has('denied'), encrypt: has('id') })).toBe('unclear');
    expect(meaningOf({ refusal: has('denied') })).toBe('unclear');
    expect(meaningOf({ refusal: has('denied'), encrypt: has('sealed') }, [403])).toBe('unclear');
  });
});

it('a made-up token is admitted that gets what valid calls get, where calls without one are refused', () => {
  const statusOf = (status: number) => {
    const named: Speaks = (data, index) => ({ ...stored(data, index), status });
    // Of six probes, three have a made-up token.
    const says: Speaks = (data, index) => (index % 6 < 3 ? { status: 401 } : named(data, 100 + index));
    return counts(judgedProbes(says, named).meanings);
  };
  expect(statusOf(200)).toEqual({ result: 45, refusal: 45, unclear: 0 });
  // Who looks at the token later, when the job is done, accepts the call all the same.
  expect(statusOf(202)).toEqual({ result: 0, refusal: 45, unclear: 45 });
});

it('a made-up token that gets other words than valid calls, in their form, may be refused', () => {
  const said = (words: string, id: number) => ({
    body: { id: `enc_${id}f9c2a7d41b08e65`, message: `${words} ${id}` },
  });
  const queued: Speaks = (_, index) => said('Queued as', index);
  const meaningsOf = (...words: readonly string[]) => {
    const says: Speaks = (_, index) =>
      index % 6 < 3 ? { status: 401 } : said(words[index % words.length] ?? '', 100 + index);
    return counts(judgedProbes(says, queued).meanings);
  };
  expect(meaningsOf('Queued as')).toEqual({ result: 45, refusal: 45, unclear: 0 });
  expect(meaningsOf('Unknown token, incident')).toEqual({ result: 0, refusal: 45, unclear: 45 });
  expect(meaningsOf('Denied:', 'Not found:', 'Wrong key', 'Expired at')).toEqual({
    result: 0,
    refusal: 45,
    unclear: 45,
  });
});

describe('where results are compressed, so that no line of lengths is known,', () => {
  const compressed = (text: string, salt: string) =>
    sealed('x'.repeat(deflateRawSync(text).length), salt).ciphertext;
  const result: Speaks = (data, index) => ({ body: { ciphertext: compressed(data, `twin ${index}`) } });
  const resultsIn = (says: Speaks) => counts(judgedProbes(says, result).ofLongData).result;

  it('a refusal that holds the request, sealed like a result, is shown to be none', () => {
    const withContext: Speaks = (data, index) => ({
      status: 401,
      body: { error: 'denied', context: compressed(JSON.stringify({ data }), `probe ${index}`) },
    });
    expect(resultsIn(withContext)).toBe(0);
  });

  it('a result that follows a refusing status is one, at its place or elsewhere', () => {
    const at =
      (key: string): Speaks =>
      (data, index) => ({
        status: 401,
        body: { error: 'denied', [key]: compressed(data, `probe ${index}`) },
      });
    expect(resultsIn(at('ciphertext'))).toBe(44);
    expect(resultsIn(at('context'))).toBe(44);
  });
});
