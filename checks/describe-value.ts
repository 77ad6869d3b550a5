export const cutMark = '…';

/** A JSON value in a few words for a report: kind first, then the value, cut at `width` characters. */
export function describeValue(value: unknown, width = 120): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  if (typeof value === 'object') return `an object with ${describeKeys(Object.keys(value))}`;
  return `the ${typeof value} ${cut(JSON.stringify(value), width)}`;
}

function describeKeys(keys: readonly string[]): string {
  if (keys.length === 0) return 'no keys';
  const shown = keys.slice(0, 8).map((key) => cut(key, 40));
  return `the keys ${shown.join(', ')}${keys.length > 8 ? ` and ${keys.length - 8} more` : ''}`;
}

/** A text that is too long ends in a mark, before which a redactor looks for what is left of a secret; never half of a surrogate pair. */
export function cut(text: string, width: number): string {
  if (text.length <= width) return text;
  const last = text.charCodeAt(width - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? width - 1 : width;
  return `${text.slice(0, end)}${cutMark}`;
}
