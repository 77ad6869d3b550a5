import { fromBase64 } from '../../checks/base64.ts';

/**
 * Which parts of a token can be altered so that the result is certainly another token (ADR 19). A decoder may ignore `=` and the
 * lowest bits of the character before it, and may ignore case where only one case is used.
 */
export type Alterable = ReturnType<typeof alterable>;

export function alterable(token: string) {
  const masked = token.replace(/%3d/gi, '===').replace(/%[\da-f]{2}/gi, '%%%');
  const jwtFrom = token.search(jwt);
  const isJwt = jwtFrom >= 0;
  const ofJwt = jwtFrom + masked.slice(jwtFrom).search(/[=~]|$/);
  const length = isJwt ? ofJwt : masked.replace(/=+$/, '').length || token.length;
  const all = Array.from({ length }, (_, place) => place);
  const isGrouped = grouped.test(token);
  const isBase85 = base85Sign.test(masked);
  const [from, to] = /^[\w+/=.-]*$/.test(masked) ? [0, length] : withoutPunctuation(masked);
  const unread = isBase85 ? base85Group : endsInSpace(token) ? 2 : 0;
  const last = Math.min(to, length - unread);
  const first = Math.max(from, macaroon.test(token) ? length - ofSignature : 0);
  const ofUlid = token.search(ulid);
  const places = all.filter(
    (place) => masked.charAt(place) !== '=' && place !== ofUlid && place >= first && place < last,
  );
  // Every character that is neither a letter nor a digit is a run of its own.
  const runs = masked.match(/[A-Za-z0-9]+|[^A-Za-z0-9]/g) ?? [];
  return {
    token,
    /** Number of characters before the trailing `=`, or before the first `~` of a JWT. */
    length,
    /** Places of characters that are changed one at a time: not `=`, nor punctuation at either end. */
    places: places.length > 0 ? places : all,
    /** For each character, whether its run of letters and digits uses both cases. */
    isCased: runs.flatMap((run) => Array<boolean>(run.length).fill(isCasedRun(run))),
    /** The token is, or contains, text in base64, base32, hexadecimal or a similar encoding. */
    isEncoded:
      /^[\w+/.-]*$/.test(token.slice(0, length)) ||
      encodedPart.test(masked) ||
      endsInHex.test(token) ||
      isBase85 ||
      isGrouped,
    isGrouped,
    isJwt,
    /** It is longer than a secret need be, so a part of it may be something that nothing signs. */
    mayBePartlySigned: !isJwt && token.length > longestSecret,
    /** Where the JWT begins, behind a prefix. */
    jwtFrom,
    /** The token is or ends in hexadecimal digits: a decoder may stop at the first other character. */
    endsInDigits: /^[\da-f-]+$/i.test(token) || endsInHex.test(token),
    /** The token with `%` for everything percent-encoded, and `=` for a percent-encoded `=`. */
    masked,
  };
}

/** Eight bytes in hexadecimal, fifteen in either base64 alphabet, padding, or anything percent-encoded. */
const encodedPart = /[A-Za-z0-9]{16}|[A-Za-z0-9+/]{20}|[\w-]{20}|=(?![A-Za-z0-9=])|%%%/;

/** At least four bytes in hexadecimal, such as after `sk_live_` or `v1=`, perhaps before a brace. Decimal digits alone are a number. */
const endsInHex = /(?<![\da-f])(?=\d*[a-f])[\da-f]{8,}\}?$/i;

/** Signs that only base85 and similar encodings use as digits. In their last group, some bits and other signs may be ignored. */
const base85Sign = /[!#$&()*;<>?@^`{}|]/;
const base85Group = 4;

/** A JWT, perhaps behind a prefix. Its header, a JSON object, may be written with line breaks. */
const jwt = /(?<![A-Za-z0-9])e[wy][^.]*\.[^.]*\./;

/** Characters of 512 bits in hexadecimal. */
const longestSecret = 128;

/** 128 bits in 26 digits: parsers ignore the two highest of the first digit. */
const ulid = /(?<![A-Za-z0-9])[0-7][\dA-HJKMNP-TV-Z]{25}$/i;

/** How a macaroon begins, in hexadecimal or in base64, perhaps behind a prefix as PyPI's tokens have. Nothing signs the location that follows. */
const macaroon = /^(?:0201|3030|(?:\w+-)?(?:Ag[E-H]|MD[AB]))/;

/** At least this many of a macaroon's last characters are of its signature. */
const ofSignature = 40;

/** Whether the token is a text in base64 that ends in white space, as of `echo secret | base64`: a reader trims whatever white space is there. */
function endsInSpace(token: string): boolean {
  return /^[ -~]+\s$/.test(fromBase64(token));
}

/** Leaves out brackets and separators at either end, which a decoder may ignore. */
function withoutPunctuation(text: string): [from: number, to: number] {
  const from = text.search(/[A-Za-z0-9]/);
  return [Math.max(0, from), text.replace(/[^A-Za-z0-9]+$/, '').length];
}

/** Groups with the same separator throughout, which a decoder may skip: `9F:86:D0`. */
const grouped = /^[A-Za-z0-9]{1,8}([^A-Za-z0-9])(?:[A-Za-z0-9]{1,8}\1)+[A-Za-z0-9]{1,8}$/;

/** Decoders accept hexadecimal in either case, also after a short prefix: `0x9F86`, `v19F86`. */
const hexadecimalRun = /^.{0,3}[\da-f]{4,}h?$/i;

/**
 * Whether case matters in a run. Text in one case beside a few letters in the other, such as `tok01ARZ3` or `9f86NRAL`, may be
 * read in any case. A capitalised word may not; a longer run may be base32.
 */
function isCasedRun(run: string): boolean {
  const letters = run.replace(/[^A-Za-z]/g, '');
  const changes = letters.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0;
  const isWord = changes > 0 && run.length < 16 && /^[A-Z][a-z]+$/.test(letters);
  return (changes >= 3 || isWord) && !hexadecimalRun.test(run);
}
