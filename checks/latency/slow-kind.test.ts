import { describe, expect, it } from 'vitest';
import { mix, shareOf } from '../../scenarios/random.ts';
import { total } from '../statistics/samples.ts';
import { type CallKind, kindOfSlowCalls, slowKindText } from './slow-kind.ts';

const kind = (own: CallKind['own'], others: CallKind['own'], more: Partial<CallKind> = {}): CallKind => ({
  words: 'are long',
  own,
  others,
  ...more,
});
const long = kind({ n: 430, hits: 412 }, { n: 3900, hits: 3 });
const isNamed = (...kinds: readonly CallKind[]) => kindOfSlowCalls(kinds) !== null;

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
      kind({ n: 900, hits: 90 }, { n: 900, hits: 2 }),
      true,
    ],
    ['not if most slow calls are others', kind({ n: 20, hits: 20 }, { n: 900, hits: 30 }), false],
    [
      'not if as large a share of the others is slow',
      kind({ n: 900, hits: 90 }, { n: 100, hits: 10 }),
      false,
    ],
    ['not if a smaller share of them is slow', kind({ n: 900, hits: 90 }, { n: 30, hits: 20 }), false],
    ['not if they are too few to tell', kind({ n: 2, hits: 2 }, { n: 300, hits: 0 }), false],
    ['not if all calls are of the kind', kind({ n: 900, hits: 90 }, { n: 0, hits: 0 }), false],
    ['not if no call is slow', kind({ n: 900, hits: 0 }, { n: 900, hits: 0 }), false],
  ])('%s', (_, one, expected) => {
    expect(isNamed(one)).toBe(expected);
  });

  it('as the kind that differs most from the others', () => {
    const wider = kind({ n: 800, hits: 413 }, { n: 3530, hits: 2 }, { words: 'are not short' });
    expect(kindOfSlowCalls([wider, long])).toBe(long);
  });

  it('not where so few connections carried the others that all may have been lucky', () => {
    const [own, others] = [
      { n: 400, hits: 50 },
      { n: 1200, hits: 0 },
    ];
    expect([isNamed(kind(own, others)), isNamed(kind(own, { ...others, draws: 12 }))]).toEqual([true, false]);
  });
});

const sizes = 12;
const none = { n: 0, hits: 0 };

/** All kinds of calls by size and by connection, both by chance, with some calls slow. */
function kindsAmong(calls: number, seed: number, isSlow: (call: number) => boolean) {
  const bySize = Array.from({ length: sizes }, () => ({ ...none }));
  const byConnection = [{ ...none }, { ...none }];
  for (let call = 0; call < calls; call += 1) {
    const slow = Number(isSlow(call));
    const isFresh = mix(call + calls, seed) % 8 === 0;
    for (const at of [bySize[mix(call + 5, seed) % sizes], byConnection[Number(isFresh)]]) {
      if (at === undefined) continue;
      at.n += 1;
      at.hits += slow;
    }
  }
  const long = bySize.map((_, first) => kind(total(bySize.slice(first)), total(bySize.slice(0, first))));
  const [used = none, fresh = none] = byConnection;
  return [...long, kind(fresh, used), kind(used, fresh)];
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
  const named = tries.filter((seed) => kindOfSlowCalls(kindsAmong(calls, seed, slowIn(seed))) !== null);
  expect(named).toEqual([]);
});
