/** `; did you mean "percentile"?` where one of the names is a likely slip of the pen away, else nothing. */
export function didYouMean(word: string, names: readonly string[]): string {
  const near = names
    .map((name) => ({ name, distance: editDistance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(
      ({ name, distance }) => distance <= Math.max(1, Math.floor(Math.min(word.length, name.length) / 3)),
    )
    .toSorted((a, b) => a.distance - b.distance)[0];
  return near === undefined ? '' : `; did you mean "${near.name}"?`;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const differs = from[row - 1] === to[column - 1] ? 0 : 1;
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + differs,
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[to.length] ?? 0;
}
