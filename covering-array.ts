import covertable from 'covertable';
import { inTurn } from './scenarios/random.ts';
import {
  type DimensionName,
  dimensionNames,
  goesWith,
  type Level,
  type Point,
} from './scenarios/space/level.ts';
import { space } from './scenarios/space/table.ts';

/** Connection and moment are not planned for each request: they show when it is asked. */
const made = dimensionNames.filter((name) => name !== 'connection' && name !== 'moment');
const drawn = (dimension: DimensionName) => space[dimension].filter(({ weight }) => weight > 0);
/** A CommonJS module: its types say that the default export is one function. */
const { make } = covertable as unknown as typeof import('covertable');

const isBound = ({ only }: Level) => only !== undefined;

/**
 * A covering array: any two levels of two dimensions that go together stand in one of its rows. A cell is the number of a level, in
 * base 36. The library keeps no promise where levels exclude each other, so these get rows of their own.
 */
export function coveringArray() {
  const names = Object.fromEntries(made.map((name) => [name, drawn(name).map((level) => level.name)]));
  const free = made.map((name) => drawn(name).filter((level) => !isBound(level)));
  const rows: Level[][] = [
    ...make(free),
    ...made.flatMap((name) =>
      drawn(name)
        .filter(isBound)
        .flatMap((level) => rowsWith(name, level)),
    ),
  ];
  const cell = (dimension: string, { name }: Level) => names[dimension]?.indexOf(name).toString(36);
  return { names, rows: rows.map((row) => made.map((name, at) => cell(name, row[at] as Level)).join('')) };
}

/** Rows with a level that bring it together with each level of the other dimensions that it goes with. */
function rowsWith(dimension: DimensionName, level: Level): Level[][] {
  const point: Point = { [dimension]: level.name };
  const choices = made.map((name) =>
    name === dimension ? [level] : drawn(name).filter((other) => goesWith(other, name, point, [level])),
  );
  const most = Math.max(...choices.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) => choices.map((levels) => inTurn(levels, turn)));
}
