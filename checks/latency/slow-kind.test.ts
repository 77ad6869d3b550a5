import { describe, expect, it } from 'vitest';
import { mix, shareOf } from '../../scenarios/random.ts';
import { type CallKind, kindOfSlowCalls, type SlowAmong, slowKindText } from './slow-kind.ts';

const kind = (own: SlowAmong, others: SlowAmong, more: Partial<CallKind> = {}): CallKind => ({
  words: 'are long',
  own,
  others,
  ...more,
});
const long = kind({ n: 430, slow: 412 }, { n: 3900, slow: 3 });
const isNamed = (...kinds: readonly CallKind[]) => kindOfSlowCalls([kinds]) !== null;

describe('what most slow calls have in common is named', () => {
  it('with the calls of the kind and all others', () => {
    expect(slowKindText(long)).toBe(
      'Most slow calls are long: 412 of 430 such calls, and 3 of 3\u202f900 others.',
    );
  });

  it.each([
    ['if nearly all of them are slow, and hardly any others', long, true],
    [
      'if a tenth of them is slow, and hardly any others',
      kind({ n: 900, slow: 90 }, { n: 900, slow: 2 }),
      true,
    ],
    ['not if most slow calls are others', kind({ n: 20, slow: 20 }, { n: 900, slow: 30 }), false],
    [
      'not if as large a share of the others is slow',
      kind({ n: 900, slow: 90 }, { n: 100, slow: 10 }),
      false,
    ],
    ['not if a smaller share of them is slow', kind({ n: 900, slow: 90 }, { n: 30, slow: 20 }), false],
    ['not if they are too few to tell', kind({ n: 2, slow: 2 }, { n: 300, slow: 0 }), false],
    ['not if all calls are of the kind', kind({ n: 900, slow: 90 }, { n: 0, slow: 0 }), false],
    ['not if no call is slow', kind({ n: 900, slow: 0 }, { n: 900, slow: 0 }), false],
  ])('%s', (_, one, expected) => {
    expect(isNamed(one)).toBe(expected);
  });

  it('as the kind that differs most from the others', () => {
    const wider = kind({ n: 800, slow: 413 }, { n: 3530, slow: 2 }, { words: 'are not short' });
    expect(kindOfSlowCalls([[wider, long]])).toBe(long);
  });

  it('not where so few connections carried the others that all may have been lucky', () => {
    const [own, others] = [
      { n: 400, slow: 50 },
      { n: 1200, slow: 0 },
    ];
    expect([isNamed(kind(own, others)), isNamed(kind(own, { ...others, draws: 12 }))]).toEqual([true, false]);
  });

  it('not where fewer of its calls are slow than it asks for', () => {
    const [own, others] = [
      { n: 400, slow: 100 },
      { n: 1200, slow: 0 },
    ];
    expect(isNamed(kind(own, others, { leastShare: 0.25 }))).toBe(true);
    expect(isNamed(kind(own, others, { leastShare: 0.26 }))).toBe(false);
  });
});

const sizes = 12;
const slices = 60;

/** All kinds of calls by size, by chance, and by slice of time, with some calls slow. */
function kindsAmong(calls: number, seed: number, isSlow: (call: number) => boolean) {
  const bySize = Array.from({ length: sizes }, () => ({ n: 0, slow: 0 }));
  const byTime = Array.from({ length: slices }, () => ({ n: 0, slow: 0 }));
  for (let call = 0; call < calls; call += 1) {
    const slow = Number(isSlow(call));
    for (const at of [bySize[mix(call + 5, seed) % sizes], byTime[Math.floor((call * slices) / calls)]]) {
      if (at === undefined) continue;
      at.n += 1;
      at.slow += slow;
    }
  }
  const kindsIn = (
    counts: readonly SlowAmong[],
    ends: (first: number) => number[],
    more: Partial<CallKind>,
  ) => {
    const before = [{ n: 0, slow: 0 }];
    for (const { n, slow } of counts) {
      const last = before.at(-1) ?? { n: 0, slow: 0 };
      before.push({ n: last.n + n, slow: last.slow + slow });
    }
    const all = before.at(-1) ?? { n: 0, slow: 0 };
    const less = (a: SlowAmong, b: SlowAmong) => ({ n: a.n - b.n, slow: a.slow - b.slow });
    return [...counts.keys()].flatMap((first) =>
      ends(first).map((end) => {
        const own = less(before[Math.min(end, counts.length)] ?? all, before[first] ?? all);
        return kind(own, less(all, own), more);
      }),
    );
  };
  const long = kindsIn(bySize, () => [sizes], { words: 'size' });
  const ends = (first: number) => [1, 2, 4, 8, 16, 32].map((length) => first + length);
  const stretches = kindsIn(byTime, ends, { words: 'time', leastShare: 0.5 });
  return [long, stretches];
}

const calls = 400;
/** 10,000 tries: single slow calls, one burst in a place of its own, and several bursts. */
const tries = Array.from({ length: 10_000 }, (_, seed) => seed);

function slowIn(seed: number): (call: number) => boolean {
  const share = [0.004, 0.02, 0.1, 0.5][seed % 4] ?? 0;
  if (seed % 5 < 3) return (call) => shareOf(call, seed) < share;
  const bursts = (seed % 5) - 2;
  const length = 1 + (mix(1, seed) % 20);
  const starts = Array.from({ length: bursts }, (_, burst) => mix(burst + 2, seed) % calls);
  return (call) => starts.some((start) => call >= start && call < start + length);
}

it('no kind is named by chance in 10,000 tries, however slow calls cluster', () => {
  const named = tries.flatMap((seed) => {
    const found = kindOfSlowCalls(kindsAmong(calls, seed, slowIn(seed)));
    const isBurst = seed % 5 >= 3;
    // A burst is confined to its time, so naming the time is not an error.
    return found === null || (isBurst && found.words === 'time') ? [] : [[seed, found]];
  });
  expect(named).toEqual([]);
});
