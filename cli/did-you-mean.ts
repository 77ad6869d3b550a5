const mostEdits = 3;

/** Words to add to a complaint about a word that is nearly one of the known ones; empty: it is like none. */
export function didYouMean(word: string, known: readonly string[]): string {
  const isNear = (one: string) => Math.abs(one.length - word.length) <= mostEdits;
  const [nearest] = known
    .filter(isNear)
    .map((one) => ({ one, edits: editsBetween(word.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, edits }) => edits <= mostEdits && 2 * edits <= one.length)
    .toSorted((a, b) => a.edits - b.edits);
  return nearest === undefined ? '' : ` (did you mean ${nearest.one}?)`;
}

/** How many letters must be put in, left out or replaced. */
function editsBetween(word: string, other: string): number {
  const first = Array.from({ length: other.length + 1 }, (_, at) => at);
  const last = [...word].reduce((above, letter, row) => {
    const edits = [row + 1];
    for (const [at, wanted] of [...other].entries())
      edits.push(
        1 + Math.min(above[at + 1] ?? 0, edits[at] ?? 0, (above[at] ?? 0) - (letter === wanted ? 1 : 0)),
      );
    return edits;
  }, first);
  return last.at(-1) ?? 0;
}
