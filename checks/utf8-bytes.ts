/** A global of the Encoding standard that both Node and k6's engine have. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

const encoder = new TextEncoder();

/** A text in UTF-8. An unpaired surrogate becomes U+FFFD. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

export function utf8Bytes(text: string): number {
  return utf8(text).byteLength;
}
