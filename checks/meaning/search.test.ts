import { describe, expect, it } from 'vitest';
import { noData, sentData } from './echo.ts';
import { characterKinds, leavesOf, textsIn } from './leaves.ts';
import { pairOf } from './pairs.ts';
import { searchFor } from './search.ts';
import { answered, readOf } from './service-fixture.ts';

const kindsOfText = [
  '0123',
  'abcdef',
  'xyz',
  'ABCDEF',
  'XYZ',
  '+/=',
  '_-',
  ' \n\t',
  '!#.:;<>?@[]\\^`{|}~',
  'äß漢字',
  '\ufffd',
];

function found(twin: string, body: string, sent = noData) {
  const texts = new Map([['$.out', { kind: 'string' as const, text: twin }]]);
  return searchFor(leavesOf(texts, sent), texts, [{ text: body }], sent);
}

describe('searchFor', () => {
  it('knows an example of each kind of character', () => {
    expect(
      characterKinds.map((kind, index) => new RegExp(`[${kind}]`).test(kindsOfText[index] ?? '')),
    ).not.toContain(false);
  });

  it('looks for texts of any mixture of characters', () => {
    for (let mixture = 1; mixture < 1 << kindsOfText.length; mixture += 1) {
      const text = kindsOfText
        .filter((_, index) => mixture & (1 << index))
        .join('')
        .repeat(40)
        .slice(0, 120);
      const { lengths, same } = found(text, `before "${text}" after`);
      expect([...same, ...Object.keys(lengths)], JSON.stringify(text)).not.toEqual([]);
    }
  });

  it.each<[string, (char: string) => string]>([
    ['JSON', (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`],
    ['JSON in JSON', (char) => (char === '+' ? '\\\\u002B' : char)],
    ['HTML', (char) => (/[+/]/.test(char) ? `&#${char.charCodeAt(0)};` : char)],
    ['HTML with hexadecimal codes', (char) => `&#x${char.charCodeAt(0).toString(16)};`],
  ])('finds a text that is escaped as in %s', (_, escaped) => {
    const text = 'QUJD+VGR0/hJSktMTU5PUFFS'.repeat(5);
    expect(found(text, `{"dump":"${text.replace(/./g, escaped)}"}`).same).toEqual(['$.out']);
  });

  it('finds a text in pieces', () => {
    const piece = 'QUJDREVGR0hJSktMTU5PUFFS'.repeat(3);
    expect(found(piece.repeat(3), JSON.stringify([piece, piece, piece])).lengths).toEqual({ '$.out': 216 });
  });

  it('takes all pieces where they are nearer to the length than one of them', () => {
    const piece = 'QUJDREVGR0hJSktMTU5PUFFS'.repeat(90);
    const body = JSON.stringify([piece, piece.slice(0, 60)]);
    expect(found(piece + piece.slice(0, 60), body).lengths).toEqual({ '$.out': 2220 });
  });

  it('finds pieces of which the last is too short to be found, and no other text that is as short', () => {
    const piece = 'QUJDREVGR0hJSktMTU5PUFFS'.repeat(3);
    const twin = piece + piece + piece.slice(0, 20);
    expect(found(twin, JSON.stringify([piece, piece, piece.slice(0, 20)])).lengths).toEqual({ '$.out': 144 });
    expect(found(twin, JSON.stringify([piece + piece])).lengths).toEqual({});
  });

  it('says where, also of pieces', () => {
    const half = 'QUJDREVGR0hJSktMTU5PUFFS'.repeat(3);
    const texts = new Map([['$.out', { kind: 'string' as const, text: half.repeat(2) }]]);
    const parts = [{ text: 'no' }, { header: 'x-1', text: half }, { header: 'x-2', text: half }];
    const { headers } = searchFor(leavesOf(texts, noData), texts, parts, noData);
    expect(headers).toEqual({ '$.out': ['x-1', 'x-2'] });
  });

  it('finds nothing in what was sent', () => {
    for (const data of ['aB3dE5gH'.repeat(20), `\u{1f512}${'漢\u{1f469}\n"'.repeat(30)}`]) findsNothing(data);
  });

  function findsNothing(data: string): void {
    const sent = sentData(data);
    const other = 'xY7zW9vU'.repeat(20);
    const forms = [
      data,
      encodeURIComponent(data),
      Buffer.from(data).toString('base64'),
      Buffer.from(data).toString('hex'),
    ];
    for (const form of forms)
      expect(found(other, JSON.stringify({ was: form }), sent)).toMatchObject({ lengths: {}, longestRun: 0 });
  }
});

it('data in lines is an echo in all of them, wherever a line ends, and in nothing else', () => {
  const data = 'aB3dE5gH'.repeat(90);
  const other = 'xY7zW9vU'.repeat(8);
  const linesOf = (text: string, length: number, end: string) =>
    (
      Buffer.from(text)
        .toString('base64')
        .match(new RegExp(`.{1,${length}}`, 'g')) ?? []
    ).join(end);
  for (const before of ['{"data":"', '{"algorithm":"AES-256-GCM","data":"'])
    for (const end of ['\n', '\r\n'])
      for (const length of [60, 64, 76]) {
        const lines = linesOf(before + data, length, end);
        const leaf = leavesOf(new Map([['$', { kind: 'string', text: lines }]]), sentData(data)).get('$');
        expect([leaf?.isEcho, (leaf?.own ?? 99) < 64]).toEqual([true, true]);
        for (const body of [lines, JSON.stringify({ lines })]) {
          const twin = 'QUJD+VGR0/hJSktMTU5PUFFS'.repeat(40);
          expect(found(twin, body, sentData(data))).toMatchObject({ lengths: {}, longestRun: 0 });
          expect(found(twin, `${body}, ${other}`, sentData(data)).longestRun).toBe(64);
        }
      }
});

describe('textsIn', () => {
  const none = { headers: {} };
  const json = (value: unknown) => ({ ok: true, value, notes: [] }) as const;

  it.each<[unknown, Record<string, string>]>([
    [
      { a: { b: 'x', c: [1, 2] }, d: null },
      { '$.a.b': 'x', '$.a.c[]': '1,2', '$.d': 'null' },
    ],
    [['x', 'y'], { '$[]': 'xy' }],
    [[{ k: 'x' }, { k: 'y' }], { '$[].k': 'xy' }],
    [42, { $: '42' }],
    [{}, {}],
  ])('%j', (value, expected) => {
    const texts = textsIn(json(value), 'body', none);
    expect(Object.fromEntries([...(texts ?? [])].map(([path, { text }]) => [path, text]))).toEqual(expected);
  });

  it('takes a body that is not JSON for one text, and no body for none', () => {
    const broken = { ok: false, reason: '', offset: 0 } as const;
    expect([...(textsIn(broken, 'no JSON', none) ?? [])]).toEqual([
      ['text', { kind: 'string', text: 'no JSON' }],
    ]);
    expect(textsIn(null, '', none)?.size).toBe(0);
  });

  it('has long headers, and no short ones', () => {
    const headers = { date: 'today', 'x-result': 'QUJD'.repeat(20) };
    expect([...(textsIn(null, '', { headers }) ?? [])].map(([path]) => path)).toEqual(['header x-result']);
  });

  it('reads a list of many bytes, and gives up on many keys, deep lists and long bodies', () => {
    expect(
      textsIn(json({ bytes: Array(100_000).fill(7) }), 'body', none)?.get('$.bytes[]')?.text,
    ).toHaveLength(199_999);
    const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index]));
    expect(textsIn(json(keys), 'body', none)).toBeNull();
    let deep: unknown = [];
    for (let depth = 0; depth < 5000; depth += 1) deep = [deep];
    expect(textsIn(json(deep), 'body', none)).toBeNull();
    expect(textsIn(json('x'), 'x'.repeat(1_000_001), none)).toBeNull();
  });
});

it('data that begins with an escaped quotation mark is no echo in every long text', () => {
  const data = '{"a":1}'.repeat(90);
  // 7b5c is `{\\` in hexadecimal.
  const text = `${'0123456789abcdef'.repeat(300)}7b5c`;
  const twin = readOf(answered({ body: { sealed: text } }, data));
  const probe = readOf(answered({ status: 401, body: { other: text } }, data, 'absent'));
  expect(pairOf(probe, twin)?.twin.leaves.get('$.sealed')?.isEcho).toBe(false);
});
