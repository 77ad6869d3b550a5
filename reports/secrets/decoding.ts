/** What a text says if it is encoded. */
export interface Decoding {
  /** "in base64" */
  readonly how: string;
  readonly text: string;
  /** bytes: a character for each; most of them can be chance. text: may be encoded again. pieces: may not. */
  readonly kind: 'bytes' | 'text' | 'pieces';
}

/** Stands between texts that do not follow each other: no encoding says it. */
export const apart = '\ufffe';

/** A character for each byte. */
export function textOf(bytes: readonly number[]): string {
  const most = 10_000;
  const parts = Array.from({ length: Math.ceil(bytes.length / most) }, (_, part) =>
    String.fromCharCode(...bytes.slice(part * most, (part + 1) * most)),
  );
  return parts.join('');
}
