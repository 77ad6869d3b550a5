import { chosenShare, share } from '../format.ts';
import { type Markup, markup, nothing, prose } from '../markup.ts';
import type { Report } from '../report.ts';
import { scrolling, section, table, verdictBadge } from './elements.ts';

/** The figure of §8 that the document does not define, under each thing it may mean. */
export function availability(report: Report): Markup {
  if (report.availability === null) return nothing;
  const rows = report.availability.figures.map((figure) => [
    figure.meaning,
    verdictBadge(figure.verdict),
    figure.observed === null ? '–' : share(figure.observed),
    figure.lowerBound === null
      ? '–'
      : `${share(figure.lowerBound, 'lower')} at ${chosenShare(figure.confidence)}`,
    prose(figure.explanation),
  ]);
  return section(
    'availability',
    '99.99 percent',
    markup`<p>The document states this figure without saying what it measures. It may mean the following.</p>`,
    scrolling(
      'What 99.99 percent may mean',
      table(
        'Judged only if the contract says which meaning applies',
        [
          { title: 'Meaning' },
          { title: 'Verdict' },
          { title: 'Seen', isNumber: true },
          { title: 'At least', isNumber: true },
          { title: 'Notes' },
        ],
        rows,
      ),
    ),
  );
}
