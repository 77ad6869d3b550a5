import { describe, expect, it } from 'vitest';
import { judgeAnswer } from './diagnose-target.ts';

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
