/** A service can make up any number of names; those that recur are few. */
const mostRemembered = 500;

/** A function that works something out once for each text, because patterns take k6's engine time. */
export function remembered<T>(workOut: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (!known.has(text)) {
      if (known.size >= mostRemembered) known.clear();
      known.set(text, workOut(text));
    }
    return known.get(text) as T;
  };
}
