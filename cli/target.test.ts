import { describe, expect, it } from 'vitest';
import { UsageError } from './exit-status.ts';
import { readCounterpart, readTarget } from './target.ts';

const env = { BASE_URL: 'http://127.0.0.1:1', ACCESS_TOKEN: 'token' };
const target = readTarget(undefined, env);

describe('the service to compare with', () => {
  it('is none where none is named', () => {
    expect(readCounterpart(undefined, target, env)).toBeNull();
  });

  it('is that of the option, before that of COMPARE_URL', () => {
    const named = { ...env, COMPARE_URL: 'http://127.0.0.1:2' };
    expect(readCounterpart(undefined, target, named)?.baseUrl).toBe('http://127.0.0.1:2');
    expect(readCounterpart('http://127.0.0.1:3', target, named)?.baseUrl).toBe('http://127.0.0.1:3');
  });

  it.each([
    ['ftp://127.0.0.1', {}, /^--compare: its scheme is ftp/],
    ['', {}, /^--compare: it is empty/],
    [undefined, { COMPARE_URL: '' }, /^COMPARE_URL: it is empty/],
    ['http://127.0.0.1:2', { COMPARE_ACCESS_TOKEN: ' x' }, /^COMPARE_ACCESS_TOKEN: it begins or ends/],
  ])('%j with %j is wrong usage', (option, more, message) => {
    const read = () => readCounterpart(option, target, { ...env, ...more });
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
  });

  it('needs a service to judge beside it', () => {
    expect(() => readCounterpart('http://127.0.0.1:2', null, {})).toThrow(/--base-url or BASE_URL/);
  });
});
