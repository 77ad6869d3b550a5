/** Merges two maps; `join` combines the values of keys that are in both. */
export function mergeMaps<K extends string, T>(
  one: { readonly [key in K]?: T },
  other: { readonly [key in K]?: T },
  join: (a: T, b: T) => T,
): Record<K, T> {
  // No prototype, because a service may have fields named `constructor` or `__proto__`.
  const joined: Record<string, T> = Object.assign(Object.create(null), one);
  for (const [key, value] of Object.entries(other) as [K, T][]) {
    const known = joined[key];
    joined[key] = known === undefined ? value : join(known, value);
  }
  return joined as Record<K, T>;
}

/** The items with the same key, in their order. */
export function groupedBy<Key, T>(items: readonly T[], keyOf: (item: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  items.forEach((item) => {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  });
  return groups;
}

/** What is known of two, joined where both are; null: neither is. */
export function eitherKnown<T>(one: T | null, other: T | null, join: (one: T, other: T) => T): T | null {
  return one === null || other === null ? (one ?? other) : join(one, other);
}

export function add(a: number, b: number): number {
  return a + b;
}

export function distinct<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}
