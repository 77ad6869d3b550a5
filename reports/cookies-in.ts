/** The cookies of a Set-Cookie header, in which k6 joins several with commas; a date has a comma, too. */
export function cookiesIn(header: string): Record<string, string> {
  const pairs = header.split(/, *(?=[^\s=;,]+=)/).map((cookie) => /^([^\s=;,]+)=([^;]*)/.exec(cookie));
  return Object.fromEntries(pairs.flatMap((pair) => (pair?.[2] ? [[pair[1], pair[2].trim()]] : [])));
}
