export type Kind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** What the values at one place of many bodies were like: plain data, extended in place. No value is kept. */
export interface Shape {
  count: number;
  /** How many of them were of each kind. */
  kinds: { [kind in Kind]?: number };
  keys?: Record<string, Shape>;
  /** The shape of the first items of all lists here. */
  items?: Shape;
}

/** The most keys kept of the objects at one place, or read of one object while there is room for more. */
const mostKeys = 100;
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

/** `left.room`: how many more keys may be kept in all, counted down here. */
export function learnShape(value: unknown, shape: Shape, left: { room: number }, depth = 0): void {
  const kind = kindOf(value);
  shape.count += 1;
  shape.kinds[kind] = (shape.kinds[kind] ?? 0) + 1;
  if (depth >= deepest) return;
  if (Array.isArray(value)) {
    shape.items ??= newShape();
    for (const item of value.slice(0, mostItems)) learnShape(item, shape.items, left, depth + 1);
  }
  if (kind !== 'object') return;
  // Without a prototype: a service may have fields called `constructor` or `__proto__`.
  shape.keys ??= Object.create(null) as Record<string, Shape>;
  const { keys } = shape;
  const known = Object.keys(keys);
  const room = Math.min(left.room, mostKeys - known.length);
  // Keys that never recur fill the room once. Without room, only known keys are read.
  const names = room > 0 ? Object.keys(value as object).slice(0, mostKeys) : known;
  const added = names.filter((name) => keys[name] === undefined && name.length <= longestKey).slice(0, room);
  left.room -= added.length;
  for (const name of added) keys[name] = newShape();
  for (const name of names) {
    const one = keys[name];
    if (one !== undefined && Object.hasOwn(value as object, name))
      learnShape((value as Record<string, unknown>)[name], one, left, depth + 1);
  }
}

export function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as Exclude<Kind, 'null' | 'array'>;
}
