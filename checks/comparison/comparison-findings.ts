import type { ComparedEndpoint, ComparisonResult, Finding } from '../../dist/report-types.ts';
import { finding, titleFor } from '../findings.ts';
import { comparisonCheck } from '../run-checks.ts';
import { changeText, msText } from '../wording.ts';
import { excludedShare, isSlowerAt, tolerance } from './judge-comparison.ts';

export function comparisonFindings({ endpoints }: ComparisonResult): Finding[] {
  return endpoints.map((compared) => {
    const { endpoint, name, verdict, rounds, slowerRounds, explanation, remedy, cause } = compared;
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
      ...(cause !== undefined && { cause }),
      causes: isSlower ? causesOf(compared) : [],
    });
  });
}

function causesOf({ figures, slowerRounds }: ComparedEndpoint): Finding['causes'] {
  return figures.filter(isSlowerAt).map((compared) => ({
    cause: `${compared.figure} slower`,
    count: slowerRounds,
    expected: `no slower than the counterpart, ${msText(compared.counterpartMs)}`,
    actual: `${msText(compared.candidateMs)}: ${changeText(compared)}`,
    evidence: [],
  }));
}

const more = ({ share, ms }: { readonly share: number; readonly ms: number }) =>
  `${share * 100} % and ${ms} ms`;

const reading = `The same run calls both services in turns, in blocks ordered ABBA BAAB; each round of four blocks gives one difference of the logarithms of their medians, and one of their p90. "Slower" means that a whole confidence interval lies above ${more(tolerance.p50)} at the median, or above ${more(tolerance.p90)} at p90; "not slower" means that neither does, and that the interval of the median excludes ${excludedShare * 100} %. At most 1 % of the runs call an unchanged service slower.`;
