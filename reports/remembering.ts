/** The same change of a text, made once for each text: it keeps the first ones, of so many characters together. */
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
