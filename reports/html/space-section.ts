import { sumOf } from '../../checks/statistics/samples.ts';
import { countText } from '../../checks/wording.ts';
import { type Markup, nothing } from '../markup.ts';
import type { DimensionTried, Report } from '../report.ts';
import { folded, table } from './elements.ts';

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

/** The same in a line. Each pair is of two dimensions. */
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
