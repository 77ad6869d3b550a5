import { changeText } from '../../checks/comparison/wording.ts';
import { counted, countText, milliseconds, perSecond, roughPercentText } from '../../checks/wording.ts';
import { type Markup, markup, nothing, type Part } from '../markup.ts';
import type { ComparedEndpoint, Report } from '../report.ts';
import { quietly, section, table, verdictBadge } from './elements.ts';

/** The service beside another one that was asked in turns with it. */
export function comparisonSection({ comparison: compared }: Report): Markup {
  if (compared === undefined) return nothing;
  const { counterpart, rate, blockMs, confidence, endpoints } = compared;
  const caption = `Medians in milliseconds, and how much slower they are than those of the counterpart; ± is the ${roughPercentText(Number(confidence.toFixed(4)))} confidence interval. p90 is shown but does not decide.`;
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

function row({ endpoint, outcome, verdict, figures, rounds, calls }: ComparedEndpoint): readonly Part[] {
  const [median, tail] = figures;
  const word = `${outcome.charAt(0).toUpperCase()}${outcome.slice(1)}`;
  return [
    markup`<code>${endpoint}</code>`,
    verdictBadge(verdict, word),
    median === undefined ? '–' : milliseconds(median.candidateMs),
    median === undefined ? '–' : milliseconds(median.counterpartMs),
    median === undefined ? '–' : markup`<strong>${changeText(median)}</strong>`,
    tail === undefined ? '–' : changeText(tail),
    countText(rounds),
    [countText(calls.candidate.made + calls.counterpart.made), withoutSuccess(calls)],
  ];
}

function withoutSuccess({ candidate, counterpart }: ComparedEndpoint['calls']): readonly Markup[] {
  const [own, others] = [candidate.made - candidate.succeeded, counterpart.made - counterpart.succeeded];
  return [
    quietly(own > 0 ? `${countText(own)} without success` : ''),
    quietly(others > 0 ? `${counted(others, 'call')} to the counterpart` : ''),
  ];
}
