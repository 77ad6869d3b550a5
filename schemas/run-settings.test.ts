import { describe, expect, it } from 'vitest';
import {
  durationSetting,
  headerSecrets,
  holdsToken,
  parseRequestHeaders,
  rateSetting,
  seedSetting,
} from './run-settings.ts';

describe('the settings of a run', () => {
  it.each([
    ['30', 30_000],
    ['30s', 30_000],
    ['1.5m', 90_000],
    ['15min', 900_000],
    ['2h', 7_200_000],
    ['1500ms', 1500],
    ['999ms', null],
    ['25h', null],
    ['', null],
    ['soon', null],
    ['-5s', null],
  ])('a duration of %j is %s ms', (text, ms) => {
    expect(durationSetting.read(text)).toBe(ms);
  });

  it.each([
    ['1', 1],
    ['5000', 5000],
    ['0', null],
    ['5001', null],
    ['1.5', null],
    ['', null],
    ['1e3', null],
  ])('a rate of %j is %s', (text, rate) => {
    expect(rateSetting.read(text)).toBe(rate);
  });

  it.each([
    ['0', 0],
    ['4294967295', 4_294_967_295],
    ['4294967296', null],
    ['-1', null],
    ['0x10', null],
    ['', null],
  ])('a seed of %j is %s', (text, seed) => {
    expect(seedSetting.read(text)).toBe(seed);
  });
});

it.each([
  [{ k: ['a ToKen-123 in a text'] }, true],
  [{ 'x-token-123': 1 }, true],
  [{ token: '-123' }, false],
])('%j holds a token: %s', (data, holds) => {
  expect(holdsToken(data, 'token-123')).toBe(holds);
});

it('no data holds a token that is not there, and quotes in one are found', () => {
  expect(holdsToken({ a: 1 }, '')).toBe(false);
  expect(holdsToken({ a: 'b"c\\d' }, 'b"c\\d')).toBe(true);
});

it('reads a header on each line', () => {
  expect(parseRequestHeaders('\nX-Key:  a: b \r\nX-Other:c\n')).toEqual({
    ok: true,
    value: { 'X-Key': 'a: b', 'X-Other': 'c' },
  });
});

it.each([
  ['secret', "write a header as 'Name: value'"],
  ['a name: secret', "write a header as 'Name: value'"],
  ['Authorization: secret', 'Authorization is set by the harness itself'],
  ['host: secret', 'host is set by the harness itself'],
  ['X-Key:', 'X-Key has no value'],
  ['X-Key: secret\nx-key: secret', 'x-key is given twice'],
  ['X-Key: secr\u00e9t', 'the value of X-Key contains a character that is not allowed in an HTTP header'],
])('refuses %j', (text, problem) => {
  expect(parseRequestHeaders(text)).toEqual({ ok: false, problem });
});

it('takes the words of a value for secrets, too', () => {
  expect(headerSecrets({ Cookie: 'session=top-secret; id=7' })).toEqual(
    expect.arrayContaining(['session=top-secret; id=7', 'top-secret']),
  );
});

it('takes no address for a secret: it stands in the base URL, too', () => {
  const open = {
    Origin: 'https://service.example',
    'X-Forwarded-For': '127.0.0.1',
    'user-agent': 'harness/1',
  };
  expect(headerSecrets({ ...open, 'X-Api-Key': 'b7c2d9e1' })).toEqual(['b7c2d9e1']);
});

it('names Accept in one way, so that it takes the place of the own one, and takes no media type for a secret', () => {
  const parsed = parseRequestHeaders('accept: application/vnd.api+json');
  expect(parsed).toEqual({ ok: true, value: { Accept: 'application/vnd.api+json' } });
  expect(parsed.ok && headerSecrets(parsed.value)).toEqual([]);
});
