/** A service can make up any number of names; those that recur are few. */
const mostRemembered = 500;

/** A function that works something out once for each key, such as a text or what all answers are compared with: it takes k6's engine time. */
export function remembered<T, Key = string>(workOut: (key: Key) => T): (key: Key) => T {
  const known = new Map<Key, T>();
  return (key) => {
    if (!known.has(key)) {
      if (known.size >= mostRemembered) known.clear();
      known.set(key, workOut(key));
    }
    return known.get(key) as T;
  };
}
