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

it('says of a slower one by how much', () => {
  expect(findings(1.1)[0]).toMatchObject({
    verdict: 'fail',
    title: 'GET /api/v1/user is slower than its counterpart',
    samples: 25,
    failures: 25,
    explanation: expect.stringMatching(
      /^Slower by 10\.0 % ± .* at the median: 11\.01\sms compared with 10\.01\sms\.$/,
    ),
  });
  expect(findings(1, 2)[0]).toMatchObject({
    verdict: 'fail',
    explanation: expect.stringMatching(/^Slower by 100\.0 % ± .* at p90/),
  });
});
