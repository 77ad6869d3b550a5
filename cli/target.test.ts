import { describe, expect, it } from 'vitest';
import { UsageError } from './exit-status.ts';
import { readComparedTarget, readTarget } from './target.ts';

const env = { BASE_URL: 'http://127.0.0.1:1', ACCESS_TOKEN: 'token-of-the-service' };
const target = readTarget({}, env);

describe('the service to judge', () => {
  it('is that of the option, before that of BASE_URL', () => {
    expect(target?.baseUrl).toBe('http://127.0.0.1:1');
    expect(readTarget({ baseUrl: 'http://127.0.0.1:3' }, env)?.baseUrl).toBe('http://127.0.0.1:3');
  });

  it('is the embedded one only where it is asked for, and then whatever BASE_URL says', () => {
    expect(readTarget({ embedded: true }, env)).toBeNull();
    expect(readTarget({ embedded: true }, {})).toBeNull();
  });

  it('may have its token with the secret source of k6', () => {
    const { BASE_URL } = env;
    for (const ACCESS_TOKEN of [undefined, '', ' '])
      expect(readTarget({}, { BASE_URL, ACCESS_TOKEN, K6_SECRET_SOURCE: 'file=x' })?.token).toBeNull();
  });

  it.each([
    [{}, { BASE_URL: undefined }, /^No service given: .*--embedded/],
    [{}, { BASE_URL: '' }, /^No service given/],
    [{}, { BASE_URL: '  ' }, /^No service given/],
    [{ baseUrl: '' }, {}, /^--base-url: it is empty/],
    [{ baseUrl: ' ' }, {}, /^--base-url: it is empty/],
    [{ baseUrl: 'http://127.0.0.1:2', embedded: true }, {}, /^--embedded and --base-url/],
    [
      {},
      { ACCESS_TOKEN: ' ' },
      /^ACCESS_TOKEN is not set: .* Set it in the environment: export ACCESS_TOKEN=…$/,
    ],
    [{}, { ACCESS_TOKEN: 'token-of two-words' }, /^ACCESS_TOKEN: it contains a space/],
    [
      {},
      { ACCESS_TOKEN: 'token-of\ttwo-words' },
      /^ACCESS_TOKEN: it contains a character that is not allowed/,
    ],
    [{}, { ACCESS_TOKEN: '"seven777"' }, /^ACCESS_TOKEN: it begins and ends with a quotation mark/],
    [{}, { ACCESS_TOKEN: 'Bearer seven777' }, /^ACCESS_TOKEN: it begins with "Bearer "/],
    [{}, { ACCESS_TOKEN: 'seven77' }, /^ACCESS_TOKEN: it has fewer than 8 characters/],
  ])('%j with %j is wrong usage', (options, change, message) => {
    const read = () => readTarget(options, { ...env, ...change });
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
  });
});

describe('the service to compare with', () => {
  it.each([undefined, '', '  '])('is none where COMPARE_URL is %j', (COMPARE_URL) => {
    expect(readComparedTarget(undefined, target, { ...env, COMPARE_URL })).toBeNull();
  });

  it('is that of the option, before that of COMPARE_URL', () => {
    const named = { ...env, COMPARE_URL: 'http://127.0.0.1:2' };
    expect(readComparedTarget(undefined, target, named)?.baseUrl).toBe('http://127.0.0.1:2');
    expect(readComparedTarget('http://127.0.0.1:3', target, named)?.baseUrl).toBe('http://127.0.0.1:3');
  });

  it.each([
    ['ftp://127.0.0.1', {}, /^--compare: it does not begin with http/],
    ['', {}, /^--compare: it is empty/],
    ['http://127.0.0.1:2', { COMPARE_ACCESS_TOKEN: 'short' }, /^COMPARE_ACCESS_TOKEN: .* fewer than 8/],
    [
      'http://127.0.0.1:2',
      { COMPARE_ACCESS_TOKEN: ' x' },
      /^COMPARE_ACCESS_TOKEN: it begins or ends .*: remove it; /,
    ],
  ])('%j with %j is wrong usage', (option, more, message) => {
    const read = () => readComparedTarget(option, target, { ...env, ...more });
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
  });

  it('needs a service to judge beside it', () => {
    expect(() => readComparedTarget('http://127.0.0.1:2', null, {})).toThrow(/--base-url or BASE_URL/);
  });
});
