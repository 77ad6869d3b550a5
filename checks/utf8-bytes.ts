/** A global of the Encoding standard, which Node and k6's engine both have. */
declare const TextEncoder: new () => { encode(text: string): { readonly byteLength: number } };

const encoder = new TextEncoder();

/** How many bytes the text takes in UTF-8. Half a surrogate pair has no encoding: U+FFFD, three bytes, stands for it. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).byteLength;
}
