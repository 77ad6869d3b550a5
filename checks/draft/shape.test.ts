import { describe, expect, it } from 'vitest';
import { learnShape, newShape, type Reading, type Shape } from './shape.ts';

const reading = (own: Partial<Reading> = {}): Reading => ({
  left: { room: 1000 },
  keeps: () => true,
  ...own,
});

function learned(values: readonly unknown[], from = reading()): Shape {
  const shape = newShape();
  for (const value of values) learnShape(value, shape, from);
  return shape;
}

describe('what values have in common', () => {
  it('is how often each key and each kind was there, and few constants', () => {
    const { count, kinds, keys } = learned([
      { status: 'done', left: 0, ids: ['a', 'b'] },
      { status: 'pending', left: null },
    ]);
    expect([count, kinds]).toEqual([2, { object: 2 }]);
    expect(keys).toEqual({
      status: {
        count: 2,
        kinds: { string: 2 },
        lengths: { shortest: 4, longest: 7 },
        constants: [
          ['done', 1],
          ['pending', 1],
        ],
      },
      left: { count: 2, kinds: { number: 1, null: 1 }, constants: [[0, 1]] },
      ids: {
        count: 1,
        kinds: { array: 1 },
        items: { count: 2, kinds: { string: 2 }, lengths: { shortest: 1, longest: 1 }, constants: null },
      },
    });
  });

  it('holds no constants of data: ids, times, many words, and items of lists', () => {
    const words = Array.from({ length: 21 }, (_, index) => ({ word: `w${index}` }));
    expect(learned(words).keys?.['word']?.constants).toBeNull();
    expect(learned([{ id: 'usr_a' }]).keys?.['id']?.constants).toBeNull();
    expect(learned([{ names: ['ada'] }]).keys?.['names']?.items?.constants).toBeNull();
    expect(learned([{ algorithms: ['AES'] }]).keys?.['algorithms']?.items?.constants).toBeNull();
    expect(learned([{ a: 'x' }], reading({ keeps: (key) => key !== 'a' })).keys?.['a']?.constants).toBeNull();
  });

  it('is bounded, whatever the values are', () => {
    const many = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`k${index}`, { [index]: 1 }]),
    );
    let deep: unknown = 1;
    for (let depth = 0; depth < 5000; depth += 1) deep = depth % 2 === 0 ? [deep] : { deep };
    const shape = learned([many, { ['x'.repeat(100)]: 1, deep, wide: Array(5000).fill({ a: 1 }) }, many]);
    expect(JSON.stringify(shape).length).toBeLessThan(20_000);
    expect(shape.count).toBe(3);
  });

  it('takes no more room than there is', () => {
    const from = reading({ left: { room: 3 } });
    const shape = learned([{ a: 'x', b: 'y', c: 'z' }], from);
    expect(from.left.room).toBe(0);
    expect(Object.keys(shape.keys ?? {})).toEqual(['a', 'b']);
    expect([shape.keys?.['a']?.constants, shape.keys?.['b']?.constants]).toEqual([[['x', 1]], null]);
  });

  it('has keys of any name', () => {
    const value = JSON.parse('{"__proto__": 1, "constructor": 2, "": 3, "count": {"keys": 4}}');
    const { keys } = learned([value, value]);
    expect(Object.entries(keys ?? {}).map(([name, { count }]) => [name, count])).toEqual([
      ['__proto__', 2],
      ['constructor', 2],
      ['', 2],
      ['count', 2],
    ]);
  });
});
