/** Only the code, of the first cause: a message could repeat a header. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  if (error.cause instanceof Error) return codeOf(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** For a connection that is given up, or gone: Node names such an error so where it is its own. */
export function givenUp(code: 'ETIMEDOUT' | 'ECONNRESET'): Error {
  return Object.assign(new Error(), { code });
}
