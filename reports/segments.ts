/** Where an execution segment of k6 begins and ends, as shares of the load; text that is none is the whole. */
export function segmentBounds(segment: string | null | undefined): readonly [from: number, to: number] {
  if (segment === null || segment === undefined || segment === '') return [0, 1];
  const [start, end] = segment.includes(':') ? segment.split(':') : ['0', segment];
  const [from, to] = [fraction(start), fraction(end)];
  return from >= 0 && from < to && to <= 1 ? [from, to] : [0, 1];
}

function fraction(text = ''): number {
  if (text.endsWith('%')) return Number(text.slice(0, -1)) / 100;
  const [above, below = '1'] = text.split('/');
  return Number(above) / Number(below);
}

const tiny = 1e-6;

/** Why segments are not the whole load, each part of it once; null: they are. */
export function segmentProblem(segments: readonly string[]): string | null {
  const bounds = segments.map(segmentBounds).toSorted(([a], [b]) => a - b);
  let [covered, gap] = [0, false];
  for (const [from, to] of bounds) {
    if (from < covered - tiny) return 'Some of these segments overlap, so calls would count twice';
    if (from > covered + tiny) gap = true;
    covered = to;
  }
  return gap || covered < 1 - tiny ? 'A segment is missing' : null;
}
