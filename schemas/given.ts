/** The value of a variable; null where it is unset, empty or blank, which all mean the same. */
export function given(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : text;
}
