import type { ComparedEndpoint } from '../../checks/comparison/result.ts';
import { changeText } from '../../checks/comparison/result.ts';
import { chosenShare, count, counted, milliseconds, perSecond } from '../format.ts';
import { type Markup, markup, nothing, type Part } from '../markup.ts';
import type { Report } from '../report.ts';
import { badge, scrolling, section, table, verdictTones } from './elements.ts';

/** The service beside another one that was asked in turns with it. */
export function comparison({ comparison: compared }: Report): Markup {
  if (compared === undefined) return nothing;
  const { counterpart, rate, blockMs, confidence, endpoints } = compared;
  const caption = `Medians in milliseconds, and how much slower they are than those of the counterpart; ± is the ${chosenShare(Number(confidence.toFixed(4)))} confidence interval. p90 is shown but does not decide.`;
  const columns = [
    { title: 'Endpoint' },
    { title: 'Result' },
    ...['Median', 'Counterpart', 'Median', 'p90', 'Rounds', 'Calls'].map((title) => ({
      title,
      isNumber: true,
    })),
  ];
  return section(
    'comparison',
    'Comparison with the counterpart',
    markup`<p>After the measured load, the harness called <code>${counterpart}</code> and the judged service in turns: blocks of ${milliseconds(blockMs)} ms at ${perSecond(rate)}, in the order ABBA BAAB.</p>`,
    scrolling('Comparison table', table(caption, columns, endpoints.map(row))),
  );
}

function row({ endpoint, outcome, verdict, figures, rounds, calls }: ComparedEndpoint): readonly Part[] {
  const [median, tail] = figures;
  const word = `${outcome.charAt(0).toUpperCase()}${outcome.slice(1)}`;
  return [
    markup`<code>${endpoint}</code>`,
    badge(verdictTones[verdict], word),
    median === undefined ? '–' : milliseconds(median.candidateMs),
    median === undefined ? '–' : milliseconds(median.counterpartMs),
    median === undefined ? '–' : markup`<strong>${changeText(median)}</strong>`,
    tail === undefined ? '–' : changeText(tail),
    count(rounds),
    [count(calls.candidate.made + calls.counterpart.made), withoutSuccess(calls)],
  ];
}

function withoutSuccess({ candidate, counterpart }: ComparedEndpoint['calls']): readonly Markup[] {
  const lost = [candidate.made - candidate.succeeded, counterpart.made - counterpart.succeeded] as const;
  const parts = [
    lost[0] > 0 ? `${counted(lost[0], 'call')} without success` : '',
    lost[1] > 0 ? `${counted(lost[1], 'call')} to the counterpart` : '',
  ].filter((part) => part !== '');
  return parts.map((part) => markup`<span class="quiet">${part}</span>`);
}
