import { expect, it } from 'vitest';
import { comparedEndpoint, comparison } from './comparison-fixture.ts';
import { comparisonFindings, judgeComparison } from './judge-comparison.ts';

const findings = (ratio: number, tail = 1) =>
  comparisonFindings(
    judgeComparison(comparison(comparedEndpoint({ ratio, tail, noise: (block) => (block % 3) * 1e-3 }))),
  );

it('makes a finding of each endpoint, declared by the operator', () => {
  expect(findings(1).map(({ check }) => check)).toEqual([
    'compare-latency-user',
    'compare-latency-encrypt',
    'compare-latency-sync',
  ]);
  expect(findings(1)[0]).toMatchObject({
    origin: 'declared',
    clause: '8.response-time',
    verdict: 'pass',
    title: 'GET /api/v1/user is not slower than its counterpart',
    samples: 25,
    failures: 0,
    causes: [],
    remedy: '',
  });
});

it('says of a slower one what was expected', () => {
  expect(findings(1.1)[0]).toMatchObject({
    verdict: 'fail',
    title: 'GET /api/v1/user is slower than its counterpart',
    samples: 25,
    failures: 25,
    causes: [
      {
        cause: 'p50 slower',
        expected: 'no slower than the counterpart, 10.01\u00a0ms',
        actual: expect.stringMatching(/^11\.01\sms: slower by 10\.0 % ± /),
      },
    ],
  });
  expect(findings(1, 2)[0]).toMatchObject({
    verdict: 'fail',
    causes: [{ cause: 'p90 slower', actual: expect.stringMatching(/: slower by 100\.0 % ± /) }],
  });
});
