/**
 * What of a token can be altered without leaving open whether it is the same token: ADR 19. A decoder may leave out `=` and
 * the lowest bits of the character before it, and need not know two cases apart where there is one.
 */
export interface Alterable {
  readonly token: string;
  /** Characters before the `=` at the end. */
  readonly length: number;
  /** Of the characters before that the ones that are changed one at a time: all but `=`. */
  readonly places: readonly number[];
  /** Of each character, whether it is in a run of letters and digits that has both cases. */
  readonly isCased: readonly boolean[];
  /** Holds a text in base64, base32 or hexadecimal, or is one. */
  readonly isEncoded: boolean;
  readonly isJwt: boolean;
  /** The token with `%` for what is percent-encoded, and `=` where that is a `=`. */
  readonly masked: string;
}

export function alterable(token: string): Alterable {
  const masked = token.replace(/%3d/gi, '===').replace(/%[\da-f]{2}/gi, '%%%');
  const length = masked.replace(/=+$/, '').length || token.length;
  const all = Array.from({ length }, (_, place) => place);
  const places = all.filter((place) => masked.charAt(place) !== '=');
  return {
    token,
    length,
    places: places.length > 0 ? places : all,
    isCased: runsOf(masked).flatMap((run) => [...run].map(() => /[a-z]/.test(run) && /[A-Z]/.test(run))),
    isEncoded: /^[\w+/.-]*$/.test(token.slice(0, length)) || encodedPart.test(masked),
    isJwt: /^eyJ[^.]*\.[^.]*\./.test(token),
    masked,
  };
}

/** Eight bytes in hexadecimal, fifteen in base64 of either alphabet, padding, or what is percent-encoded. */
const encodedPart = /[A-Za-z0-9]{16}|[A-Za-z0-9+/]{20}|[\w-]{20}|=(?![A-Za-z0-9=])|%%%/;

/** Letters and digits that stand together, and each other character alone. */
function runsOf(text: string): string[] {
  return text.match(/[A-Za-z0-9]+|[^A-Za-z0-9]/g) ?? [];
}
