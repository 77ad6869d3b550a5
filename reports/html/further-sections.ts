import { countText, milliseconds, percentText, perSecond, roughPercentText } from '../../checks/wording.ts';
import { type Markup, markup, nothing, type Part, prose } from '../markup.ts';
import { comparedTexts, type Label, verdictLooks } from '../outcome.ts';
import type { ClauseRow, ComparedEndpoint, Observation, Report } from '../report.ts';
import {
  badge,
  capitalised,
  definitionList,
  failuresOf,
  quietly,
  section,
  table,
  verdictBadge,
} from './elements.ts';

/** The service beside another one that was called in turns with it. */
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

function row(compared: ComparedEndpoint): readonly Part[] {
  const { endpoint, outcome, verdict, rounds, calls } = compared;
  const made = calls.candidate.made + calls.counterpart.made;
  const lost = made - calls.candidate.succeeded - calls.counterpart.succeeded;
  return [
    markup`<code>${endpoint}</code>`,
    badge({ ...verdictLooks[verdict], word: capitalised(outcome) }),
    ...comparedTexts(compared),
    countText(rounds),
    [countText(made), quietly(lost > 0 ? `${countText(lost)} without success` : '')],
  ];
}

/** The 99.99 percent of §8 under each possible meaning, since the document does not define it. */
export function availability(report: Report): Markup {
  if (report.availability === null) return nothing;
  const rows = report.availability.figures.map((figure) => [
    figure.meaning,
    verdictBadge(figure.verdict),
    prose(figure.explanation),
    figure.observed === null ? '–' : percentText(figure.observed),
    figure.lowerBound === null
      ? '–'
      : `${percentText(figure.lowerBound, 'down')} at ${roughPercentText(figure.confidence)}`,
  ]);
  return section(
    'availability',
    '99.99 percent',
    markup`<p>The document states this figure without saying what it measures. It may mean the following.</p>`,
    table({
      name: 'What 99.99 percent may mean',
      caption: 'Judged only if the contract says which meaning applies',
      titles: ['Meaning', 'Verdict', 'Notes', 'Seen', 'At least'],
      figuresFrom: 3,
      rows,
    }),
  );
}

/** What the service does where the document says nothing: recorded, without effect on the verdict. */
export function observations({ observations: seen }: Report): Markup {
  const words = seen.length === 0 ? 'Nothing was recorded.' : 'Recorded; does not affect the verdict.';
  const rows = seen.map((one) => [prose(one.title), valuesOf(one)] as const);
  return section('observations', 'Not stated by the document', markup`<p>${words}</p>`, definitionList(rows));
}

function valuesOf({ endpoint, values, more }: Observation): Part {
  const shown = values.map(
    ({ value, count }, index) =>
      markup`${index === 0 ? '' : ', '}<code>${value}</code>\u00a0× ${countText(count)}`,
  );
  return [shown, more > 0 ? ` and ${countText(more)} more values ` : ' ', quietly(endpoint)];
}

const tones: Partial<Record<ClauseRow['state'], Label['tone']>> = {
  kept: 'good',
  broken: 'bad',
  'declaration-kept': 'good',
  'declaration-broken': 'bad',
  inconclusive: 'unclear',
};

/** Every statement of the document with its state. */
export function clausesSection({ clauses: rows }: Report): Markup {
  const statements = table({
    name: 'Statements of the document',
    caption:
      'Harness: something the harness must do, not the service. Silent: the document says nothing that can be judged. Declaration: what the contract declares instead.',
    titles: ['Statement', '§', 'State'],
    figuresFrom: 3,
    rows: rows.map(clauseRow),
  });
  return section(
    'document',
    'The document',
    markup`<details class="group"><summary>${rows.length} statements</summary>${statements}</details>`,
  );
}

function clauseRow(row: ClauseRow): Part[] {
  const { sentence, reading, state, note, samples } = row;
  return [
    [prose(sentence), quietly(reading)],
    row.section,
    [
      badge({ tone: tones[state] ?? 'plain', word: capitalised(state.replace('-', ' ')) }),
      quietly(note),
      quietly(samples === 0 ? '' : failuresOf(row)),
    ],
  ];
}
