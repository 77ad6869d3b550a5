import { describe, expect, it } from 'vitest';
import { endsOfNone } from '../answer.ts';
import { type Calls, noCalls } from './calls.ts';
import { callsOf, floors, options, status } from './calls-fixture.ts';
import { offeredFindings } from './offered.ts';

const offered = (calls: Calls) => offeredFindings(calls, options)[0];

describe('what is offered', () => {
  it('passes with a failure that may be chance, and with no other unsuccessful call', () => {
    const withOne = (code: number) => offered(callsOf([499, status(200)], [1, status(code)]))?.verdict;
    expect([500, 503, 422, 401].map(withOne)).toEqual(['pass', 'pass', 'inconclusive', 'inconclusive']);
  });

  it('stays open where a few of many answers hold the result of other data', () => {
    const foundOf = (wrong: number, total: number) => {
      const { encrypt, ...others } = noCalls();
      const results = { ...encrypt.results, succeeded: total - wrong, refused: wrong };
      const outcomes = { [endsOfNone['other data']]: wrong };
      return offeredFindings({ ...others, encrypt: { ...encrypt, results, outcomes } }, options)[1];
    };
    const wrong = foundOf(7, 11_980);
    expect([wrong?.verdict, wrong?.cause]).toEqual(['inconclusive', 'result-of-other-data']);
    expect(wrong?.title).toBe('POST /api/v1/encrypt answers with results of other data');
    expect(wrong?.explanation).toMatch(/at most 0\.01.% may hold anything but their own result/);
    expect([1, 2].map((some) => foundOf(some, 33_000)?.verdict)).toEqual(['pass', 'pass']);
  });

  it('stays open where answers of encrypt hold nothing but the data', () => {
    const calls = callsOf([20, { endpoint: 'encrypt', ...status(200) }]);
    const [, found] = offeredFindings(calls, {
      ...options,
      unencrypted: { answers: 3, hold: 'the same text for all data' },
    });
    expect([found?.verdict, found?.cause]).toEqual(['inconclusive', 'unencrypted']);
    expect(found?.title).toBe('POST /api/v1/encrypt returns the same text for all data');
    expect(found?.explanation).toMatch(/compared, 3 hold the same text for all data: nothing shows/);
  });

  it('passes on enough successes', () => {
    expect(offered(callsOf([10, status(200)]))?.verdict).toBe('pass');
  });

  it.each([
    ['too few successes', callsOf([9, status(200)]), /larger profile/],
    ['three failures in 500', callsOf([497, status(200)], [3, status(500)]), /failed/],
    ['one failure in 20', callsOf([19, status(200)], [1, status(500)]), /failed/],
    [
      'two of four',
      callsOf([10, status(200)], [10, { response: { status: 0, failure: 'reset' } }]),
      /failed/,
    ],
    ['a dead token', callsOf([20, status(200)], [1, status(401)]), /stopped working/],
    ['a token or an address that is blocked', callsOf([20, status(200)], [5, status(403)]), /blocks callers/],
    ['a limit that answers 503', callsOf([20, status(200)], [5, status(503)]), /limit on the rate/],
    ['a token never accepted', callsOf([20, status(403)]), /Check that ACCESS_TOKEN/],
    ['a rate limit', callsOf([20, status(200)], [5, status(429)]), /limits the rate/],
    [
      'a rate limit by 503',
      callsOf([20, status(200)], [5, status(503, { 'retry-after': '1' })]),
      /limits the rate/,
    ],
    ['redirects', callsOf([20, status(308, { location: 'https://elsewhere/' })]), /https:\/\/elsewhere/],
    [
      'a move to HTTPS',
      callsOf([20, status(308, { location: 'https://host/t/api/v1/user' })]),
      /to https:\/\/host\/t\/api\/v1\/user\..*use the base URL/,
    ],
    [
      'a slash at the end',
      callsOf([20, status(308, { location: 'https://host/api/v1/user/' })]),
      /answer at \/api\/v1\/user itself/,
    ],
    ['refusals', callsOf([20, status(200)], [1, status(422)]), /Errors/],
    [
      'bodies that cannot be decoded',
      callsOf([20, status(200)], [5, { response: { status: 0, failure: 'undecodable body' } }]),
      /Content-Encoding must be gzip, .* lower case/,
    ],
    ['a path that is not there', callsOf([20, status(404)]), /Errors/],
  ])('is inconclusive on %s, never a fail', (_, calls, remedy) => {
    const found = offered(calls);
    expect(found?.verdict).toBe('inconclusive');
    expect(found?.remedy).toMatch(remedy);
  });

  it('holds refusals to the default budget, whatever is declared of failures', () => {
    const withBudget = (code: number, budget: number) =>
      offeredFindings(callsOf([80, status(200)], [20, status(code)]), { ...options, budget })[0];
    expect(withBudget(500, 0.3)?.verdict).toBe('pass');
    for (const code of [302, 401, 422, 429]) {
      const { verdict, explanation } = withBudget(code, 0.3) ?? {};
      expect([code, verdict]).toEqual([code, 'inconclusive']);
      expect(explanation).toMatch(/at most 30.%, or 0\.1.% besides 5xx/);
    }
    expect(withBudget(500, 0.1)?.verdict).toBe('inconclusive');
  });

  it('says that callers may get the results of others', () => {
    const counts = callsOf([20, { endpoint: 'encrypt', ...status(200) }]);
    counts.encrypt.results.refused = 2;
    counts.encrypt.outcomes[endsOfNone['other data']] = 2;
    expect(offeredFindings(counts, options)[1]).toMatchObject({
      verdict: 'inconclusive',
      explanation: expect.stringMatching(/20 of 22 .*2xx with the result of other data: 2/),
      remedy: expect.stringMatching(/a cache whose key/),
    });
  });

  it('asks for the limit of size where encrypt answers 413', () => {
    const calls = callsOf(
      [20, { endpoint: 'encrypt', ...status(200) }],
      [1, { endpoint: 'encrypt', ...status(413) }],
    );
    expect(offeredFindings(calls, options)[1]?.remedy).toMatch(/encrypt\.maxDataBytes/);
  });

  it('leads with the token where every valid call of encrypt is refused', () => {
    const encrypt = (code: number) =>
      offeredFindings(callsOf([20, { endpoint: 'encrypt', ...status(code) }], [20, status(200)]), {
        ...options,
        floors: { ...floors, encrypt: 10 },
      })[1];
    for (const code of [401, 403]) {
      expect(encrypt(code)).toMatchObject({
        title: 'The token was refused',
        explanation: `All 20 valid calls were answered with HTTP ${code}.`,
      });
      expect(encrypt(code)?.remedy).toMatch(/^Check that ACCESS_TOKEN .*gateway.*CGIPassAuth/);
    }
    expect(encrypt(422)?.title).toBe('Not enough successful calls to POST /api/v1/encrypt');
  });

  it.each([0, 2])(
    'suspects the base URL where every endpoint answers 404 or 405, and resets %i calls',
    (resets) => {
      const calls = callsOf(
        [resets, { endpoint: 'encrypt', response: { status: 0, failure: 'reset' } }],
        ...(['user', 'encrypt', 'sync', 'backup'] as const).map(
          (endpoint) => [2, { endpoint, ...status(404) }] as const,
        ),
      );
      expect(offered(calls)?.title).toBe('Nothing was found at the base URL');
      expect(offered(calls)?.explanation).toMatch(/^All 2 valid calls were answered with HTTP 404\./);
      expect(offered(calls)?.remedy).toBe(
        'Every endpoint answered 404 or 405. Check the base URL: the harness appends /api/v1/user and so on to it.',
      );
    },
  );

  it('does not blame backups for a limit on the rate of all calls', () => {
    const calls = callsOf(
      [20, status(200)],
      [20, status(429)],
      [2, { endpoint: 'backup', ...status(200) }],
      [6, { endpoint: 'backup', ...status(429) }],
    );
    const backup = offeredFindings(calls, { ...options, floors: { ...floors, backup: 1 } })[3];
    expect(backup?.remedy).toMatch(/^The service limits the rate/);
  });

  it('does not suspect a token that encrypt accepts', () => {
    const calls = callsOf(
      [20, { endpoint: 'encrypt', ...status(200) }],
      [20, { endpoint: 'backup', ...status(403) }],
    );
    const backup = offeredFindings(calls, { ...options, floors: { ...floors, backup: 1 } })[3];
    expect(backup?.title).toBe('Not enough successful calls to POST /api/v1/backup/create');
    expect(backup?.remedy).toMatch(/^Encrypt accepts the token.*CSRF/);
  });

  it('suspects token and base URL where every endpoint answers 403', () => {
    const calls = callsOf(
      ...(['user', 'encrypt', 'sync', 'backup'] as const).map(
        (endpoint) => [2, { endpoint, ...status(403) }] as const,
      ),
    );
    expect(offered(calls)?.title).toBe('Not enough successful calls to GET /api/v1/user');
    expect(offered(calls)?.remedy).toMatch(/ACCESS_TOKEN.*base URL/);
  });

  it('suspects no body where a backup was made and others conflict', () => {
    const endpoint = 'backup';
    const remedyOf = (...codes: number[]) =>
      offeredFindings(
        callsOf(...codes.map((code) => [1, { endpoint, ...status(code) }] as const)),
        options,
      )[3]?.remedy;
    for (const code of [402, 403, 409, 422, 423, 429, 503])
      expect(remedyOf(201, code, code)).toMatch(/backup\.calls: 1/);
    expect(remedyOf(201, 500, 500)).toMatch(/^The service failed or did not answer/);
    expect(remedyOf(409, 409)).toMatch(/backup\.call: false/);
    expect(remedyOf(422, 422)).toMatch(/backup\.body/);
  });

  it('seeks what is wrong with backups in what they have for themselves', () => {
    const backup = (code: number, codeOfBackup: number) =>
      offeredFindings(
        callsOf(
          [20, status(200)],
          [20, status(code)],
          [2, { endpoint: 'backup', ...status(201) }],
          [2, { endpoint: 'backup', ...status(codeOfBackup) }],
        ),
        { ...options, floors: { ...floors, backup: 1 } },
      )[3]?.remedy;
    expect(backup(502, 502)).toMatch(/^The service failed or did not answer/);
    expect(backup(502, 409)).toMatch(/backup\.calls: 1/);
    expect(backup(401, 401)).toMatch(/^The token stopped working/);
  });

  it('suspects TLS where every endpoint answers 400', () => {
    const calls = callsOf(
      ...(['user', 'encrypt', 'sync', 'backup'] as const).map(
        (endpoint) => [2, { endpoint, ...status(400) }] as const,
      ),
    );
    expect(offered(calls)?.remedy).toContain('write https://');
  });

  it('is not applicable where the operator wants no calls', () => {
    expect(offeredFindings(noCalls(), options)[3]?.verdict).toBe('not-applicable');
  });
});
