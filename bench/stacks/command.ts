import { parseCommandString } from 'execa';

/** By their names in capitals, which stand in commands and configurations for what differs from run to run. */
export type Values = Readonly<Record<string, string>>;

export function filled(text: string, values: Values): string {
  return text.replace(/\b[A-Z]+\b/g, (name) => values[name] ?? name);
}

export function wordsOf(command: string, values: Values): string[] {
  return parseCommandString(command).map((word) => filled(word, values));
}
