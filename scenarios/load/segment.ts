/** The part of the whole load that one generator of several makes: its execution segment, "0:1/2" for the first half. */
export function segmentShare(segment: string | null | undefined): number {
  if (segment === null || segment === undefined || segment === '') return 1;
  const [from, to] = segment.includes(':') ? segment.split(':') : ['0', segment];
  const share = fraction(to) - fraction(from);
  return share > 0 && share <= 1 ? share : 1;
}

function fraction(text = ''): number {
  if (text.endsWith('%')) return Number(text.slice(0, -1)) / 100;
  const [above, below = '1'] = text.split('/');
  return Number(above) / Number(below);
}
