import { changeText, countText, milliseconds, perSecond, roughPercentText } from '../../checks/wording.ts';
import { badge, capitalised, quietly, section, table } from '../html/elements.ts';
import { type Markup, markup, nothing, type Piece } from '../markup.ts';
import { labels } from '../outcome.ts';
import type { ComparedEndpoint, Report } from '../report.ts';

export function comparisonSection({ comparison: compared }: Report): Markup {
  if (compared === undefined) return nothing;
  const { counterpart, rate, blockMs, confidence, endpoints } = compared;
  const caption = `Medians in milliseconds, and how much slower they are than those of the counterpart; ± is the ${roughPercentText(Number(confidence.toFixed(4)))} confidence interval. p90 decides only where it is clearly slower.`;
  return section(
    'comparison',
    'Comparison with the counterpart',
    markup`<p>After the measured load, the harness called <code>${counterpart}</code> and the judged service in turns: blocks of ${milliseconds(blockMs)} ms at ${perSecond(rate)}, in the order ABBA BAAB.</p>`,
    table({
      name: 'Comparison',
      caption,
      titles: ['Endpoint', 'Result', 'Median', 'Counterpart', 'Median', 'p90', 'Rounds', 'Calls'],
      figuresFrom: 2,
      rows: endpoints.map(row),
    }),
  );
}

function row({ endpoint, outcome, verdict, rounds, calls, figures }: ComparedEndpoint): readonly Piece[] {
  const [median, tail] = figures;
  const made = calls.candidate.made + calls.counterpart.made;
  const lost = made - calls.candidate.succeeded - calls.counterpart.succeeded;
  return [
    markup`<code>${endpoint}</code>`,
    badge({ ...labels[verdict], word: capitalised(outcome) }),
    ...[
      median && milliseconds(median.candidateMs),
      median && milliseconds(median.counterpartMs),
      median && changeText(median),
      tail && changeText(tail),
    ].map((text) => text ?? '–'),
    countText(rounds),
    [countText(made), quietly(lost > 0 ? `${countText(lost)} without success` : '')],
  ];
}
