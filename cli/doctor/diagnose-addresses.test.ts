import { expect, it } from 'vitest';
import { judgeConnection, usedByK6 } from './diagnose-addresses.ts';

it('tries the addresses that k6 may take', () => {
  const old = { address: '192.0.2.1', family: 4 };
  const current = { address: '2001:db8::1', family: 6 };
  expect(usedByK6([current, old])).toEqual(['192.0.2.1']);
  expect(usedByK6([current])).toEqual(['2001:db8::1']);
});

it.each([
  [[null], false, 'ok', 'api.example port 80'],
  [[null, 'ETIMEDOUT'], false, 'warning', '1 of 2 addresses do not answer (192.0.2.1 ETIMEDOUT)'],
  [[null, 'ECONNREFUSED'], true, 'ok', 'api.example port 80'],
  [['EHOSTUNREACH', 'ETIMEDOUT'], false, 'problem', '192.0.2.0 EHOSTUNREACH, 192.0.2.1 ETIMEDOUT'],
])('%j, on this machine %s: %s', (codes, isHere, state, words) => {
  const tried = codes.map((code, index) => ({ host: `192.0.2.${index}`, code }));
  const judged = judgeConnection('api.example port 80', tried, isHere);
  expect(judged.state).toBe(state);
  expect(judged.detail).toContain(words);
});
