/** Only the code: a message could repeat a header. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.name : codeOf(error.cause);
}

/** For a socket that is given up: Node names such an error so where it is its own. */
export function timedOut(): Error {
  return Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' });
}
