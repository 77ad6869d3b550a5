import { describe, expect, it } from 'vitest';
import { judgeAnswer, judgeHandshake } from './diagnose-target.ts';

describe('judgeAnswer', () => {
  it.each([
    [200, true, 'ok', ''],
    [204, false, 'ok', ''],
    [
      301,
      true,
      'problem',
      expect.stringMatching(/use the base URL to which they lead, .* \/api\/v1\/encrypt itself/),
    ],
    [401, false, 'ok', ''],
    [403, true, 'problem', expect.stringMatching(/^Check that ACCESS_TOKEN .* gateway/)],
    [404, true, 'problem', expect.stringMatching(/^Check the base URL/)],
    [503, true, 'warning', 'Check the base URL and the health of the service.'],
  ] as const)('%i, token %s: %s', (status, hasToken, state, remedy) => {
    const detail = `POST /api/v1/encrypt: HTTP ${status}`;
    expect(judgeAnswer({ status, isPage: false, hasToken })).toEqual({
      name: 'answer',
      state,
      detail,
      remedy,
    });
  });
});

describe('judgeHandshake', () => {
  it.each([
    [0.12, 'ok', '0.12'],
    [4, 'ok', '4'],
    [12.4, 'warning', '12.4'],
    [30, 'warning', '30'],
  ])('says how much of the limit a way of %d ms takes', (ms, state, text) => {
    const judged = judgeHandshake(ms);
    const words = `the TCP handshake took ${text} ms of the 20 ms that an answer may take`;
    expect([judged.state, judged.detail.replaceAll('\u00a0', ' ')]).toEqual([state, words]);
    expect(judged.remedy.includes('closer')).toBe(state === 'warning');
  });
});
