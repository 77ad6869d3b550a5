/** The number at a path of a parsed file; null where there is none. */
export function numberAt(json: unknown, ...path: readonly string[]): number | null {
  const value = path.reduce(child, json);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** What stands at a name; undefined where nothing does. */
export function child(parent: unknown, name: string): unknown {
  return typeof parent === 'object' && parent !== null && Object.hasOwn(parent, name)
    ? Object.getOwnPropertyDescriptor(parent, name)?.value
    : undefined;
}

export function scaled(value: number | null, factor: number): number | null {
  return value === null ? null : value * factor;
}
