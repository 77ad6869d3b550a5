export const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Encodes characters up to U+00FF, one byte each: k6's engine has no btoa. */
export function base64(text: string): string {
  const bits = [...text].map((char) => char.charCodeAt(0).toString(2).padStart(8, '0')).join('');
  const sixes = bits.match(/.{1,6}/g) ?? [];
  const encoded = sixes.map((six) => base64Digits.charAt(parseInt(six.padEnd(6, '0'), 2))).join('');
  return encoded.padEnd(Math.ceil(encoded.length / 4) * 4, '=');
}

/** Decodes either base64 alphabet to one character per byte. */
export function fromBase64(text: string): string {
  const values = [...text.replace(/-/g, '+').replace(/_/g, '/')].map((digit) => base64Digits.indexOf(digit));
  const bits = values.flatMap((value) => (value < 0 ? [] : value.toString(2).padStart(6, '0'))).join('');
  return (bits.match(/.{8}/g) ?? []).map((eight) => String.fromCharCode(parseInt(eight, 2))).join('');
}
