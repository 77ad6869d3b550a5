import covertable from 'covertable';
import { inTurn } from '../scenarios/random.ts';
import { type DimensionName, dimensionNames, goesWith, type Level } from '../scenarios/space/level.ts';
import { space } from '../scenarios/space/table.ts';

/** Connection and moment are not planned for each request: they show when it is asked. */
const made = dimensionNames.filter((name) => name !== 'connection' && name !== 'moment');
const drawn = (dimension: DimensionName) => space[dimension].filter(({ weight }) => weight > 0);
/** A CommonJS module: its types say that the default export is one function. */
const { make } = covertable as unknown as typeof import('covertable');

const isBound = ({ only }: Level) => only !== undefined;

type Fixed = Partial<Record<DimensionName, Level>>;

/**
 * A module with a covering array, worked out once, because the library takes half a second: any two levels of two dimensions that go together stand in one of its rows. A cell is the number of a level, in
 * base 36. The library keeps no promise where levels exclude each other, so these get rows of their own.
 */
export function coveringArrayModule(): string {
  const names = Object.fromEntries(made.map((name) => [name, drawn(name).map((level) => level.name)]));
  const bound = made.flatMap((name) =>
    drawn(name)
      .filter(isBound)
      .map((level): Fixed => ({ [name]: level })),
  );
  const twoBound = bound.flatMap((one, at) => bound.slice(at + 1).map((other) => ({ ...one, ...other })));
  const rows: Level[][] = [
    ...make(made.map((name) => drawn(name).filter((level) => !isBound(level)))),
    ...bound.flatMap(rowsWith),
    ...twoBound.filter(isPossible).flatMap((both) => rowsWith(both).slice(0, 1)),
  ];
  const cell = (dimension: string, { name }: Level) => names[dimension]?.indexOf(name).toString(36);
  const texts = rows.map((row) => made.map((name, at) => cell(name, row[at] as Level)).join(''));
  const type = '{ readonly names: Readonly<Record<string, readonly string[]>>; readonly rows: string }';
  const value = JSON.stringify({ names, rows: texts.join(' ') });
  return `export const coveringArray: ${type} =\n  ${value};\n`;
}

/** Rows with some levels that bring them together with each free level of the other dimensions that goes with them. */
function rowsWith(fixed: Fixed): Level[][] {
  const choices = made.map((name) => {
    const own = fixed[name];
    return own === undefined ? drawn(name).filter((one) => !isBound(one) && fits(one, name, fixed)) : [own];
  });
  const most = Math.max(...choices.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) => choices.map((levels) => inTurn(levels, turn)));
}

/** Two levels of one dimension have become one. */
function isPossible(fixed: Fixed): boolean {
  const own = Object.entries(fixed) as [DimensionName, Level][];
  return own.length === 2 && own.every(([name, level]) => fits(level, name, fixed));
}

function fits(level: Level, dimension: DimensionName, fixed: Fixed): boolean {
  const names = Object.entries(fixed).map(([name, { name: levelName }]) => [name, levelName]);
  return goesWith(level, dimension, Object.fromEntries(names), Object.values(fixed));
}
