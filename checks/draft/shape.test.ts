import { describe, expect, it } from 'vitest';
import { learnShape, newShape, type Shape } from './shape.ts';

function learned(values: readonly unknown[], left = { room: 1000 }): Shape {
  const shape = newShape();
  for (const value of values) learnShape(value, shape, left);
  return shape;
}

describe('what values have in common', () => {
  it('is how often each key and each kind was there, and no value', () => {
    const { count, kinds, keys } = learned([
      { status: 'done', left: 0, ids: ['a', 'b'] },
      { status: 'pending', left: null },
    ]);
    expect([count, kinds]).toEqual([2, { object: 2 }]);
    expect(keys).toEqual({
      status: { count: 2, kinds: { string: 2 } },
      left: { count: 2, kinds: { number: 1, null: 1 } },
      ids: { count: 1, kinds: { array: 1 }, items: { count: 2, kinds: { string: 2 } } },
    });
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
    const left = { room: 2 };
    const shape = learned([{ a: 'x', b: 'y', c: 'z' }], left);
    expect(left.room).toBe(0);
    expect(Object.keys(shape.keys ?? {})).toEqual(['a', 'b']);
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
