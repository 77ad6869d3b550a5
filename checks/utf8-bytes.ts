/** A global of the Encoding standard that both Node and k6's engine have. */
declare const TextEncoder: new () => { encode(text: string): { readonly byteLength: number } };

const encoder = new TextEncoder();

/** Length of a text in UTF-8. An unpaired surrogate counts as U+FFFD, three bytes. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).byteLength;
}
