/** The cookies of a Set-Cookie header. k6 joins several cookies with commas, but dates contain commas too. */
export function cookiesIn(header: string): Record<string, string> {
  const pairs = header.split(/, *(?=[^\s=;,]+=)/).map((cookie) => /^([^\s=;,]+)=([^;]*)/.exec(cookie));
  return Object.fromEntries(pairs.flatMap((pair) => (pair?.[2] ? [[pair[1], pair[2].trim()]] : [])));
}
