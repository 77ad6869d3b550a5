import { sumOf } from '../../checks/statistics/samples.ts';
import { counted, countText, percentText, roughPercentText } from '../../checks/wording.ts';
import { type Markup, markup, nothing, type Piece, prose } from '../markup.ts';
import { orDash } from '../outcome.ts';
import type { DimensionTried, Observation, Report } from '../report.ts';
import { command, definitionList, folded, quietly, table, verdictBadge } from './elements.ts';

/** Valid calls that did not succeed, by cause, the most frequent first. */
export function errors({ errors: groups, verdict }: Report): Markup {
  if (groups.length === 0) return nothing;
  const rows = groups.map(({ cause, endpoint, count, example, curl }) => [
    markup`<span class="long">${cause}</span>`,
    endpoint === '' ? 'all' : markup`<code>${endpoint}</code>`,
    [example === '' ? nothing : markup`<code class="long">${example}</code>`, command(curl)],
    countText(count),
  ]);
  const titles = ['Cause', 'Endpoint', 'Example', 'Calls'];
  const calls = sumOf(groups, ({ count }) => count);
  const remark = `${counted(calls, 'call')} without success`;
  return folded(
    { id: 'errors', title: 'Errors', remark, isOpen: verdict !== 'pass' },
    table({ name: 'Errors by cause', titles, figuresFrom: 3, rows }),
  );
}

/** The 99.99 percent of §8 under each possible meaning, since the document does not define it. */
export function availability({ availability: seen }: Report): Markup {
  if (seen === null) return nothing;
  const rows = seen.figures.map((figure) => [
    figure.meaning,
    verdictBadge(figure.verdict),
    prose(figure.explanation),
    orDash(figure.observed, percentText),
    orDash(
      figure.lowerBound,
      (low) => `${percentText(low, 'down')} at ${roughPercentText(figure.confidence)}`,
    ),
  ]);
  const caption =
    'The document does not say what the figure measures; it is judged only if the contract says which meaning applies.';
  const titles = ['May mean', 'Verdict', 'Notes', 'Seen', 'At least'];
  return folded(
    { id: 'availability', title: '99.99 percent' },
    table({ name: 'What 99.99 percent may mean', caption, titles, figuresFrom: 3, rows }),
  );
}

/** What the service does where the document says nothing: recorded, without effect on the verdict. */
export function observations({ observations: seen }: Report): Markup {
  if (seen.length === 0) return nothing;
  const rows = seen.map((one) => [prose(one.title), valuesOf(one)] as const);
  const remark = 'recorded, without effect on the verdict';
  return folded({ id: 'observations', title: 'Not stated by the document', remark }, definitionList(rows));
}

function valuesOf({ endpoint, values, more }: Observation): Piece {
  const shown = values.map(
    ({ value, count }, index) =>
      markup`${index === 0 ? '' : ', '}<code>${value}</code>\u00a0× ${countText(count)}`,
  );
  return [shown, more > 0 ? ` and ${countText(more)} more values ` : ' ', quietly(endpoint)];
}

/** What was asked of encrypt: a row for each dimension of the request space. */
export function spaceSection({ space = [] }: Report): Markup {
  if (space.length === 0) return nothing;
  return folded(
    { id: 'space', title: 'What was tried', remark: spaceWords(space) },
    table({
      name: 'Table of what was tried',
      caption:
        'Calls to encrypt before the load. A pair is a level of this dimension with one of another that it goes with.',
      titles: ['Dimension', 'Levels', 'Pairs', 'Not tried'],
      figuresFrom: 1,
      rows: space.map((dimension) => [
        dimension.name,
        `${countText(triedLevels(dimension))} of ${countText(dimension.levels.length)}`,
        `${countText(dimension.pairs.tried)} of ${countText(dimension.pairs.possible)}`,
        dimension.levels.flatMap(({ name, requests }) => (requests === 0 ? name : [])).join('; '),
      ]),
    }),
  );
}

/** What was tried, in a line. Each pair belongs to two dimensions, so the sums hold it twice. */
export function spaceWords(space: readonly DimensionTried[]): string {
  const levels = sumOf(space, triedLevels);
  const all = sumOf(space, (one) => one.levels.length);
  const tried = sumOf(space, ({ pairs }) => pairs.tried) / 2;
  const possible = sumOf(space, ({ pairs }) => pairs.possible) / 2;
  return `${countText(levels)} of ${countText(all)} levels in ${countText(space.length)} dimensions, ${countText(tried)} of ${countText(possible)} pairs of them`;
}

function triedLevels({ levels }: DimensionTried): number {
  return levels.filter(({ requests }) => requests > 0).length;
}
