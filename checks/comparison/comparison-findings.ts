import type { ComparedEndpoint, ComparisonResult, Finding } from '../../dist/report-types.ts';
import { finding, titleFor } from '../findings.ts';
import { comparisonCheck } from '../run-checks.ts';
import { msText } from '../wording.ts';
import { excludedShare, tolerance } from './judge-comparison.ts';
import { changeText } from './measurement.ts';

export function comparisonFindings({ endpoints }: ComparisonResult): Finding[] {
  return endpoints.map((compared) => {
    const { endpoint, name, verdict, rounds, slowerRounds, explanation, remedy } = compared;
    const isSlower = verdict === 'fail';
    return finding(comparisonCheck(name), {
      verdict,
      title: titleFor(
        verdict,
        `${endpoint} is not slower than its counterpart`,
        `${endpoint} is slower than its counterpart`,
      ),
      reading,
      samples: rounds,
      failures: isSlower ? slowerRounds : 0,
      floor: 1,
      explanation,
      remedy,
      causes: isSlower ? causesOf(compared) : [],
    });
  });
}

function causesOf({ figures: [median], slowerRounds }: ComparedEndpoint): Finding['causes'] {
  if (median === undefined) return [];
  return [
    {
      cause: 'p50 slower',
      count: slowerRounds,
      expected: `no slower than the counterpart, ${msText(median.counterpartMs)}`,
      actual: `${msText(median.candidateMs)}: ${changeText(median)}`,
      evidence: [],
    },
  ];
}

const percent = (share: number) => `${share * 100} %`;

const reading = `The same run calls both services in turns, in blocks ordered ABBA BAAB; each round of four blocks gives one difference of the logarithms of their medians. "Slower" means that the whole confidence interval lies above ${percent(tolerance.share)} and ${tolerance.ms} ms; "not slower" means that the interval excludes ${percent(excludedShare)}. At most 1 % of the runs call an unchanged service slower.`;
