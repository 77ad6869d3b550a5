/** No number needs more characters: the largest, written out, has 309. */
const mostCharacters = 400;

/** Whether a number in a file is still the same after it has been read: as text that JSON writes, digit for digit. */
export function isKept(source: string, value: number): boolean {
  if (!Number.isFinite(value) || source.length > mostCharacters) return false;
  return decimal(/^0[xo]/.test(source) ? BigInt(source).toString() : source) === decimal(String(value));
}

/** The same for the same number, and for no other: its sign, its digits without zeros around them, and its power of ten. */
function decimal(text: string): string {
  const [, sign, whole = '', part = '', power = '0'] =
    /^([-+]?)(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${part}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const exponent = Number(power) - part.length + digits.length - significant.length;
  return `${sign === '-' ? '-' : ''}${significant}e${exponent}`;
}
