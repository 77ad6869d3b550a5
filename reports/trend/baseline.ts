import { clauses, sentenceOf } from '../../checks/clauses.ts';
import { comparisonTitle } from '../../checks/comparison/result.ts';
import { ms } from '../format.ts';
import type { EndpointResult, Finding, Report, Verdict } from '../report.ts';
import { comparable } from './baseline-runs.ts';
import { type Comparison, compareTimes } from './baseline-times.ts';

/** Chance that a run of an unchanged service is called slower, over all its endpoints and figures. */
const alpha = 0.01;
/** The tail differs too much from run to run to be compared by one run. */
const figures = [
  { name: 'p50', percentile: 50, usualNoise: 0.05 },
  { name: 'p90', percentile: 90, usualNoise: 0.07 },
] as const;
const fewestCalls = 100;
const clause = '8.response-time';

/** For every endpoint of the run: whether it is slower than the runs of the baseline by more than noise. */
export function baselineFindings(current: Report, baseline: readonly Report[]): Finding[] {
  const { runs, leftOut } = comparable(current, baseline);
  const each = alpha / (figures.length * Math.max(1, current.endpoints.length));
  return current.endpoints.map((endpoint) => {
    const earlier = runs.flatMap(({ endpoints }) => endpoints.filter(({ name }) => name === endpoint.name));
    const compared = endpoint.answered < fewestCalls ? [] : comparisons(endpoint, earlier, each);
    return findingOf(endpoint, compared, leftOut);
  });
}

interface Compared extends Comparison {
  readonly name: string;
  readonly ms: number;
}

function comparisons(current: EndpointResult, earlier: readonly EndpointResult[], each: number): Compared[] {
  return figures.flatMap(({ name, percentile, usualNoise }) => {
    const now = percentileOf(current, percentile);
    const before = earlier.flatMap((result) => percentileOf(result, percentile) ?? []);
    if (now === null || before.length === 0) return [];
    return [{ name, ms: now, ...compareTimes(now, before, each, usualNoise) }];
  });
}

function percentileOf({ percentiles, answered }: EndpointResult, wanted: number): number | null {
  if (answered < fewestCalls) return null;
  return percentiles.find(({ percentile }) => percentile === wanted)?.ms ?? null;
}

function findingOf(
  { name, endpoint, answered }: EndpointResult,
  compared: readonly Compared[],
  leftOut: readonly string[],
): Finding {
  const few = answered < fewestCalls;
  const verdict = few ? 'not-applicable' : verdictOf(compared);
  const slower = compared.filter((one) => one.verdict === 'fail');
  return {
    check: `baseline-latency-${name}`,
    clause,
    section: clauses[clause].section,
    sentence: sentenceOf(clause),
    origin: 'declared',
    verdict,
    title: comparisonTitle(verdict, endpoint, 'the baseline'),
    reading: reading(compared[0]?.runs ?? 0),
    endpoint,
    samples: compared.length,
    failures: slower.length,
    floor: 1,
    explanation: [
      few
        ? `${answered} answered calls; ${fewestCalls} are needed.`
        : compared.length === 0
          ? 'No run of the baseline can be compared.'
          : compared.map(words).join(' '),
      ...leftOut,
    ].join(' '),
    remedy: verdict === 'inconclusive' ? remedy : '',
    causes: slower.map((one) => ({
      cause: `${one.name} slower`,
      count: 1,
      expected: `at most ${ms(one.mostMs)}`,
      actual: ms(one.ms),
      evidence: [],
    })),
    contested: [],
    waiver: null,
  };
}

const remedy = 'Give at least 8 runs of the same scenario, profile and machine as baseline.';

function verdictOf(compared: readonly Comparison[]): Verdict {
  const verdicts = compared.map(({ verdict }) => verdict);
  if (verdicts.includes('fail')) return 'fail';
  return verdicts.length === 0 || verdicts.includes('inconclusive') ? 'inconclusive' : 'pass';
}

function words({ name, ms: now, runs, levelMs, mostMs, sureRatio }: Compared): string {
  const of = runs === 1 ? 'of the baseline run' : `of the last ${runs} baseline runs`;
  const sure = `${sureRatio < 10 ? Number(sureRatio.toFixed(2)) : 'more than 10'} times`;
  return `${name} ${ms(now)} against ${ms(levelMs)} ${of}; up to ${ms(mostMs)} is noise, and ${sure} as slow would have shown for sure.`;
}

function reading(runs: number): string {
  const single =
    runs === 1
      ? ' One run tells nothing of the noise between runs: 5 % at p50 and 7 % at p90 are taken as its standard deviation.'
      : '';
  return `The median and p90 of this run against those of the baseline runs since their last change, on a log scale. Slower is what exceeds by 2 % or 0.2 ms, whichever is more, what runs of one service would differ by; an unchanged service is called slower in at most 1 % of its runs.${single}`;
}
