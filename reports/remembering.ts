/** Caches the results of a function for the first texts, up to this many characters in total. */
export function remembering(mostCharacters: number, change: (text: string) => string) {
  const known = new Map<string, string>();
  let left = mostCharacters;
  return (text: string): string => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const changed = change(text);
    if (text.length > left) return changed;
    left -= text.length;
    known.set(text, changed);
    return changed;
  };
}
