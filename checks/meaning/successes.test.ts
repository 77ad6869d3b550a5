import { describe, expect, it } from 'vitest';
import { endsOfNone } from '../answer.ts';
import { undeclared } from '../exchange-fixture.ts';
import { nothingLearned } from './meaning.ts';
import { answered, readOf, type Says, sealed, someData } from './service-fixture.ts';
import { keptCall, settle } from './settle.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Counts the valid calls that are not successes when every nth is answered with `odd`, and the others with a result. */
function lacking(odd: (data: string, index: number) => Says, nth = 10): number {
  const kept = someData(100).map((data, index) =>
    keptCall(
      readOf(answered(index % nth === 3 % nth ? odd(data, index) : { body: sealed(data, `${index}`) }, data)),
    ),
  );
  const { settled } = settle(kept, { user: [], sync: [], backup: [] }, undeclared, nothingLearned);
  return settled.filter(({ answer }) => answer.result !== 'succeeded').length;
}

describe('a result that stands in an answer to other data', () => {
  /** Numbers of the calls that are not successes when call n is answered with `bodyOf`, which gets the data of all calls. */
  function notOwn(bodyOf: (data: readonly string[], at: number) => object): number[] {
    const data = someData(100).map((text, at) =>
      at % 3 === 0 ? text : `${at} ${'of this size '.repeat(20)}`.slice(0, 200),
    );
    const kept = data.map((text, at) => keptCall(readOf(answered({ body: bodyOf(data, at) }, text))));
    const { settled } = settle(kept, { user: [], sync: [], backup: [] }, undeclared, nothingLearned);
    return settled.flatMap(({ answer }, at) => (answer.outcome === endsOfNone['other data'] ? [at] : []));
  }
  /** A text whose length does not depend on the data. */
  const entryOf = (at: number) =>
    sealed('x'.repeat(((at * 0.618 + 1) % 1) ** 3 * 2000), `entry ${at}`).ciphertext;
  const own = (data: readonly string[], at: number, salt = `${at}`) => sealed(data[at] ?? '', salt);

  it('is no success, nor is the one that it belongs to', () => {
    expect(notOwn((data, at) => own(data, at === 41 ? 40 : at, at === 41 ? '40' : `${at}`))).toEqual([
      40, 41,
    ]);
  });

  it('is one where equal blocks of data have equal results', () => {
    const blocks = (text: string) => [...new Set(text.match(/.{1,80}/g) ?? [])];
    const inBlocks = (data: readonly string[], at: number) => ({
      blocks: blocks(data[at] ?? '').map((block) => sealed(block, block).ciphertext),
    });
    const repeated = Array.from({ length: 30 }, (_, at) => 'b'.repeat(200 + 80 * at));
    const all = [...someData(60), ...repeated];
    const kept = all.map((text, at) => keptCall(readOf(answered({ body: inBlocks(all, at) }, text))));
    const { settled } = settle(kept, { user: [], sync: [], backup: [] }, undeclared, nothingLearned);
    expect(settled.filter(({ answer }) => answer.result !== 'succeeded')).toEqual([]);
  });

  it('is none where a cache looks at the length alone', () => {
    const lengths = (data: readonly string[], at: number) => sealed(data[at] ?? '', `${data[at]?.length}`);
    expect(notOwn(lengths).length).toBeGreaterThan(60);
  });

  it.each<[string, (data: readonly string[], at: number) => object]>([
    ['own results', own],
    [
      'own results beside those of the call before',
      (data, at) => ({ ...own(data, at), entry: entryOf(at), before: entryOf(at - 1) }),
    ],
    [
      'own results that begin and end alike',
      (data, at) => ({
        result: `-----BEGIN ENCRYPTED MESSAGE-----\n${own(data, at).ciphertext}\n-----END ENCRYPTED MESSAGE-----\n`,
      }),
    ],
    [
      'own results in one text with much that is always the same',
      (data, at) => ({
        result: JSON.stringify({
          certificate: Array.from({ length: 40 }, (_, line) => `${line} MIIDdzCCAl+gAwIBAgIEAgAAuTAN`).join(
            '',
          ),
          ciphertext: own(data, at).ciphertext,
          recipients: Array.from({ length: 20 }, (_, line) => `${line} recipient@example.com`),
        }),
      }),
    ],
    ['the same result of the same data', (data, at) => own(data, at, data[at])],
    [
      'a mask as long as the data',
      (data, at) => ({ ...own(data, at), shown: '*'.repeat(data[at]?.length ?? 0) }),
    ],
    [
      'one and the same answer',
      () => ({ state: 'done', note: 'The data was encrypted and stored. '.repeat(9) }),
    ],
  ])('is not meant by %s', (_, bodyOf) => {
    expect(notOwn(bodyOf)).toEqual([]);
  });
});

describe('a success without the result that the others hold', () => {
  it.each<[string, (data: string, index: number) => Says]>([
    ['an empty text', (data, index) => ({ body: { ...sealed(data, `${index}`), ciphertext: '' } })],
    ['null', (data, index) => ({ body: { ...sealed(data, `${index}`), ciphertext: null } })],
    ['an empty object', () => ({ body: {} })],
    ['no body', () => ({ status: 204 })],
    ['a message', () => ({ body: { message: 'try again' } })],
    [
      'a job that is only promised',
      (_, index) => ({ status: 202, body: { job: `3f9c2a7d41b08e65${index}` } }),
    ],
    [
      'an error with an id of its own',
      (_, index) => ({ body: { detail: 'key store busy, try again', trace_id: `3f9c2a7d41b08e65${index}` } }),
    ],
  ])('is none: %s', (_, odd) => {
    expect(lacking(odd)).toBe(10);
  });

  it.each<[string, (data: string, index: number) => Says]>([
    ['a result', (data, index) => ({ body: sealed(data, `odd ${index}`) })],
    [
      'a result with a status of its own',
      (data, index) => ({ status: 201, body: sealed(data, `odd ${index}`) }),
    ],
    ['a result with a message', (data, index) => ({ body: { ...sealed(data, `${index}`), note: 'slow' } })],
  ])('is one with %s', (_, odd) => {
    expect(lacking(odd)).toBe(0);
  });

  const unsuccessful = (bodyOf: (data: string, index: number) => object) => {
    const kept = someData(100).map((data, index) =>
      keptCall(readOf(answered({ body: bodyOf(data, index) }, data))),
    );
    const { settled } = settle(kept, { user: [], sync: [], backup: [] }, undeclared, nothingLearned);
    return settled.filter(({ answer }) => answer.result !== 'succeeded').length;
  };

  it('is one with where the result is, if no result is so long', () => {
    const url = (index: number) => ({ algorithm: 'AES-256-GCM', url: `/results/${index}` });
    expect(unsuccessful((data, at) => (data.length > 4000 ? url(at) : sealed(data, `${at}`)))).toBe(0);
  });

  it('is none however many they are', () => {
    const lost = (data: string, at: number) => ({ ...sealed(data, `${at}`), ciphertext: null });
    expect(unsuccessful((data, at) => (at % 4 === 1 ? lost(data, at) : sealed(data, `${at}`)))).toBe(25);
    const atMost = unsuccessful((data, at) => (at % 5 > 1 ? lost(data, at) : sealed(data, `${at}`)));
    expect(atMost).toBeGreaterThan(50);
  });

  it('is found missing where results have one of two forms', () => {
    const inForm = (data: string, index: number, isThere: boolean) => {
      const { ciphertext } = sealed(data, `${index}`);
      return index % 2 === 0 ? { ciphertext } : { result: { blob: isThere ? ciphertext : null } };
    };
    expect(unsuccessful((data, index) => inForm(data, index, index % 10 !== 3))).toBe(10);
  });

  it('is not looked for where results hold nothing of the data', () => {
    expect(lacking(() => ({ body: { ok: true } }), 1)).toBe(0);
  });
});

it.each([
  ['text', (data: string) => data],
  ['base64', base64],
])('data that stands unencrypted in place of a few results is none: %s', (_, write) => {
  const plain = (data: string) => ({ body: { ...sealed(data, 'plain'), ciphertext: write(data) } });
  expect(lacking(plain)).toBeGreaterThan(5);
  expect(lacking(plain, 4)).toBeGreaterThan(8);
  const most = (data: string, index: number) =>
    index % 3 === 0 ? { body: sealed(data, `${index}`) } : plain(data);
  expect(lacking(most, 1)).toBe(0);
  expect(lacking((data, at) => ({ body: { ...sealed(data, `${at}`), data: write(data) } }))).toBe(0);
});

describe('long data', () => {
  const long = (from: number, to: number) =>
    someData(2000).filter(({ length }) => length >= from && length < to);
  const notSucceeded = (bodyOf: (data: string, at: number) => Says) => {
    const all = [...someData(80), ...long(4096, 32_768).slice(0, 40)];
    const kept = all.map((data, at) => keptCall(readOf(answered(bodyOf(data, at), data))));
    const { settled } = settle(kept, { user: [], sync: [], backup: [] }, undeclared, nothingLearned);
    return settled.flatMap(({ answer }, at) => (answer.result === 'succeeded' ? [] : (all[at]?.length ?? 0)));
  };

  it('of which only the beginning is encrypted has no result', () => {
    const failed = notSucceeded((data, at) => ({ body: sealed(data.slice(0, 1024), `${at}`) }));
    expect(failed.length).toBeGreaterThan(20);
    expect(failed.filter((length) => length < 1024 / 0.66)).toEqual([]);
  });

  it.each([
    ['text', (data: string) => data],
    ['base64', base64],
  ])('of which only the beginning is encrypted, the rest as %s, has no result', (_, write) => {
    const failed = notSucceeded((data, at) => {
      const own = sealed(data, `${at}`);
      const partly = own.ciphertext.slice(0, 20_000) + data.slice(20_000);
      return { body: data.length > 20_000 ? { ...own, ciphertext: write(partly) } : own };
    });
    expect(failed.length).toBeGreaterThan(5);
    expect(failed.filter((length) => length <= 20_000)).toEqual([]);
  });

  it('has no result where the same word is in its place', () => {
    const failed = notSucceeded((data, at) => {
      const own = sealed(data, `${at}`);
      return { body: at % 9 === 4 ? { ...own, ciphertext: '[object Promise]' } : own };
    });
    expect(failed.length).toBeGreaterThan(5);
  });

  it('may have a long URL in place of a result', () => {
    const url = (at: number) =>
      `https://example.org/${sealed('of a thousand'.repeat(60), `${at}`).ciphertext}?at=${at}`;
    expect(
      notSucceeded((data, at) => {
        const own = sealed(data, `${at}`);
        return { body: data.length > 16_384 ? { ...own, ciphertext: url(at) } : own };
      }),
    ).toEqual([]);
  });

  it('may have a reference, also by 202 if its length decides', () => {
    const promised = (most: number) =>
      notSucceeded((data, at) =>
        data.length > most ? { status: 202, body: { job: `job ${at}` } } : { body: sealed(data, `${at}`) },
      );
    expect(promised(16_384)).toEqual([]);
  });

  it('may have a reference if its length in characters decides, where other data of more bytes has a result', () => {
    const foreign = (at: number) => sealed('x'.repeat(9000), `data ${at}`).ciphertext.replace(/..../g, 'ж$&');
    const data = someData(300).map((text, at) => (at % 10 === 3 ? foreign(at) : text));
    const saidOf = (text: string, at: number): Says =>
      text.length > 16_384
        ? { status: 202, body: { job: `job ${at}` } }
        : { body: sealed('x'.repeat(Buffer.byteLength(text)), `${at}`) };
    const kept = data.map((text, at) => keptCall(readOf(answered(saidOf(text, at), text))));
    const { settled } = settle(kept, { user: [], sync: [], backup: [] }, undeclared, nothingLearned);
    expect(settled.filter(({ answer }) => answer.result !== 'succeeded')).toEqual([]);
  });

  it('has no result where any data may get a promise', () => {
    const queued = notSucceeded((data, at) =>
      at % 9 === 4 ? { status: 202, body: { job: `job ${at}` } } : { body: sealed(data, `${at}`) },
    );
    expect(queued.length).toBeGreaterThan(5);
  });
});
