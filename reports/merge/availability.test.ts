import { expect, it } from 'vitest';
import { goodTime, successShare } from '../../checks/availability/meanings.ts';
import { endpointResult } from '../fixtures/endpoint.ts';
import { passingReport } from '../fixtures/passing.ts';
import type { AvailabilityResult, Report } from '../report.ts';
import { mergeAvailability } from './availability.ts';

type Figure = AvailabilityResult['figures'][number];

const base = endpointResult({ name: 'user', requests: 3000, medianMs: 2, spread: 0.2 });
const timeline = Array.from({ length: 60 }, (_, index) => ({
  ...{ startMs: index * 1000, durationMs: 1000, warmUp: false, p50Ms: 2, p95Ms: 3, p99Ms: 4, slow: 0 },
  ...{ requests: 100, failed: index === 9 ? 2 : 0 },
}));
const merged = [{ ...base, timeline }];
const slices = timeline.map(({ requests: n, failed }) => ({ n, failed }));
const calls = successShare(slices, null);

function parts(...verdicts: readonly Figure['verdict'][]): Report[] {
  return verdicts.map((verdict, index) =>
    passingReport({
      availability: {
        figures: [{ ...calls, verdict, lowerBound: verdict === 'pass' ? 0.5 + index / 1e6 : 0.2 }],
      },
    }),
  );
}

it('counts calls and seconds over the merged slices', () => {
  const figures = [calls, goodTime(slices, 1000, null)].map((figure) => ({ ...figure, observed: 0 }));
  const reports = [
    passingReport({ availability: { figures } }),
    passingReport({ availability: { figures } }),
  ];
  expect(mergeAvailability(reports, merged)?.figures.map(({ observed }) => observed)).toEqual([
    1 - 2 / 6000,
    1 - 1 / 60,
  ]);
});

it.each<[Figure['verdict'][], Figure['verdict']]>([
  [['not-judged', 'not-judged'], 'not-judged'],
  [['pass', 'inconclusive'], 'pass'],
  [['inconclusive', 'inconclusive'], 'inconclusive'],
  [['pass', 'fail'], 'fail'],
])('judges %j as %s', (verdicts, verdict) => {
  expect(mergeAvailability(parts(...verdicts), merged)?.figures[0]?.verdict).toBe(verdict);
});

it('does not pass on less than the part that passed had', () => {
  const [report] = parts('pass');
  const sure = { figures: [{ ...calls, verdict: 'pass', lowerBound: 0.99999 }] } as const;
  const reports = [{ ...(report as Report), availability: sure }];
  expect(mergeAvailability(reports, merged)?.figures[0]?.verdict).toBe('inconclusive');
});

it('gives no figure where the slices were not of the same time', () => {
  const figure = mergeAvailability(parts('pass', 'pass'), [base, { ...base, timeline: [] }])?.figures[0];
  expect(figure).toMatchObject({ observed: null, lowerBound: null, verdict: 'inconclusive' });
});

it('is nothing where no part has it', () => {
  expect(mergeAvailability([passingReport({ availability: null })], merged)).toBeNull();
});
