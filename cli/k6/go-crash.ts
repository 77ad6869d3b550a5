/** The first of the lines in which a program in Go says why it crashes, without the stack traces after them; empty: it says no such thing. */
export function crashLines(text: string): string[] {
  const lines = text
    .split('\n')
    .filter((line) => /^(fatal error|panic|runtime(\/cgo)?|SIG[A-Z]+): ./.test(line));
  return lines.slice(0, 3);
}
