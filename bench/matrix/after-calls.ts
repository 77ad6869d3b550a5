/** Acts once, when a service has had so many calls. The function that is returned ends the watch, and gives what came of the act, if it was begun. */
export function afterCalls<T>(
  service: { readonly requests: number },
  calls: number,
  act: () => Promise<T>,
): () => Promise<T | undefined> {
  let acting: Promise<T> | undefined;
  const watch = setInterval(() => {
    if (service.requests >= calls) acting ??= act();
  }, 2);
  return async () => {
    clearInterval(watch);
    return await acting;
  };
}
