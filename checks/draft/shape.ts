import { sumOf } from '../statistics/samples.ts';
import { isConstantWord } from './constant-word.ts';

export type Kind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';
type Constant = string | number | boolean;

/** What the values at one place of many bodies were like: plain data, extended in place. No value is kept but short constant words. */
export interface Shape {
  count: number;
  /** How many of them were of each kind. */
  kinds: { [kind in Kind]?: number };
  /** How many values were each of a few constants; null: there were others too. Absent: all were null, lists or objects. */
  constants?: [value: Constant, count: number][] | null;
  /** Characters of the shortest and of the longest string. */
  lengths?: { shortest: number; longest: number };
  keys?: Record<string, Shape>;
  /** Of the first items of the lists. */
  items?: Shape;
}

/** What may be kept of the values that are read. */
export interface Reading {
  /** How many more keys and constants may be kept, counted down here. */
  readonly left: { room: number };
  /** Whether constants under this key may be kept: those of a person are nobody's business. */
  readonly keeps: (key: string) => boolean;
}

const mostKeys = 100;
/** Keys of one object that are looked at while there is room. */
const mostNames = 1000;
const deepest = 8;
const mostItems = 20;
export const mostConstants = 20;
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

export function learnShape(value: unknown, into: Shape, reading: Reading): void {
  const room = Math.min(reading.left.room, mostKeys - keysIn(into));
  const left = { room };
  extend(into, value, '', 0, { ...reading, left });
  reading.left.room -= room - left.room;
}

function keysIn({ keys = {}, items }: Shape): number {
  const inner = [...Object.values(keys), ...(items === undefined ? [] : [items])];
  return Object.keys(keys).length + sumOf(inner, keysIn);
}

function extend(shape: Shape, value: unknown, key: string, depth: number, reading: Reading): void {
  const kind = kindOf(value);
  shape.count += 1;
  shape.kinds[kind] = (shape.kinds[kind] ?? 0) + 1;
  if (typeof value === 'string') shape.lengths = withLength(shape.lengths, value.length);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    extendConstants(shape, value, key, reading);
  if (depth >= deepest) return;
  if (Array.isArray(value)) {
    shape.items ??= newShape();
    // What a list holds is data.
    const ofItems = { ...reading, keeps: () => false };
    for (const item of value.slice(0, mostItems)) extend(shape.items, item, key, depth + 1, ofItems);
  } else if (kind === 'object') extendKeys(shape, value as Record<string, unknown>, depth, reading);
}

/** A large object of keys that never come again costs its keys once: then there is no room. */
function extendKeys(shape: Shape, value: Record<string, unknown>, depth: number, reading: Reading): void {
  // Without a prototype: a service may have fields called `constructor` or `__proto__`.
  shape.keys ??= Object.create(null) as Record<string, Shape>;
  const { keys } = shape;
  const { left } = reading;
  const names = Object.keys(left.room > 0 ? value : keys);
  for (const name of names.slice(0, mostNames)) {
    const isNew = keys[name] === undefined;
    const isKept = !isNew || (left.room > 0 && name.length <= longestKey);
    if (!isKept || !Object.hasOwn(value, name)) continue;
    if (isNew) left.room -= 1;
    keys[name] ??= newShape();
    extend(keys[name], value[name], name, depth + 1, reading);
  }
}

function extendConstants(shape: Shape, value: Constant, key: string, reading: Reading): void {
  if (shape.constants === null) return;
  shape.constants ??= [];
  const { constants } = shape;
  const { left, keeps } = reading;
  const known = constants.find(([one]) => one === value);
  const isRoom = constants.length < mostConstants && left.room > 0;
  if (known !== undefined) known[1] += 1;
  else if (isRoom && keeps(key) && isConstantWord(value)) {
    left.room -= 1;
    constants.push([value, 1]);
  } else shape.constants = null;
}

export function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as Exclude<Kind, 'null' | 'array'>;
}

function withLength({ shortest, longest } = { shortest: Infinity, longest: 0 }, length: number) {
  return { shortest: Math.min(shortest, length), longest: Math.max(longest, length) };
}
