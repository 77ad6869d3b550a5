/** Of the Encoding standard: in Node and in k6's engine alike. */
declare const TextEncoder: new () => { encode(text: string): { readonly byteLength: number } };

const encoder = new TextEncoder();

/** How many bytes the text takes in UTF-8; half a surrogate pair takes three, as the character in its place does. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).byteLength;
}
