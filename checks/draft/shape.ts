import { sumOf } from '../statistics/samples.ts';

export type Kind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** What the values at one place of many bodies were like: plain data, extended in place. No value is kept. */
export interface Shape {
  count: number;
  /** How many of them were of each kind. */
  kinds: { [kind in Kind]?: number };
  keys?: Record<string, Shape>;
  /** Of the first items of the lists. */
  items?: Shape;
}

const mostKeys = 100;
/** Keys of one object that are looked at while there is room. */
const mostNames = 1000;
const deepest = 8;
const mostItems = 20;
const longestKey = 60;

export function mapValues<K extends string, T, U>(
  map: { readonly [key in K]?: T },
  of: (value: T) => U,
): Record<K, U> {
  const entries = Object.entries(map) as [K, T][];
  return Object.fromEntries(entries.map(([key, value]) => [key, of(value)])) as Record<K, U>;
}

export function newShape(): Shape {
  return { count: 0, kinds: {} };
}

/** How many more keys may be kept, counted down here. */
interface Left {
  room: number;
}

export function learnShape(value: unknown, into: Shape, left: Left): void {
  const room = Math.min(left.room, mostKeys - keysIn(into));
  const own = { room };
  extend(into, value, 0, own);
  left.room -= room - own.room;
}

function keysIn({ keys = {}, items }: Shape): number {
  const inner = [...Object.values(keys), ...(items === undefined ? [] : [items])];
  return Object.keys(keys).length + sumOf(inner, keysIn);
}

function extend(shape: Shape, value: unknown, depth: number, left: Left): void {
  const kind = kindOf(value);
  shape.count += 1;
  shape.kinds[kind] = (shape.kinds[kind] ?? 0) + 1;
  if (depth >= deepest) return;
  if (Array.isArray(value)) {
    shape.items ??= newShape();
    for (const item of value.slice(0, mostItems)) extend(shape.items, item, depth + 1, left);
  } else if (kind === 'object') extendKeys(shape, value as Record<string, unknown>, depth, left);
}

/** A large object of keys that never come again costs its keys once: then there is no room. */
function extendKeys(shape: Shape, value: Record<string, unknown>, depth: number, left: Left): void {
  // Without a prototype: a service may have fields called `constructor` or `__proto__`.
  shape.keys ??= Object.create(null) as Record<string, Shape>;
  const { keys } = shape;
  const names = Object.keys(left.room > 0 ? value : keys);
  for (const name of names.slice(0, mostNames)) {
    const isNew = keys[name] === undefined;
    const isKept = !isNew || (left.room > 0 && name.length <= longestKey);
    if (!isKept || !Object.hasOwn(value, name)) continue;
    if (isNew) left.room -= 1;
    keys[name] ??= newShape();
    extend(keys[name], value[name], depth + 1, left);
  }
}

export function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as Exclude<Kind, 'null' | 'array'>;
}
