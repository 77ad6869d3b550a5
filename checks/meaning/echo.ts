import { distinct } from '../add-up.ts';
import { base64Digits } from '../base64.ts';
import { utf8, utf8Bytes } from '../utf8-bytes.ts';

/** The data of a request, and the forms in which an answer may repeat it. */
export interface SentData {
  readonly text: string;
  /** Length in bytes of UTF-8. */
  readonly bytes: number;
  /** How each form begins, and how many characters it takes for one of `written`. Computed only for answer texts long enough to repeat the data. */
  readonly forms: () => readonly { readonly head: string; readonly times: number }[];
  /** The most characters that the data takes as text. Computed only for answers that repeat it. */
  readonly written: () => number;
}

/** Shorter data may occur in any text by chance. */
const shortestData = 4;
/** Only this much of long data, from its beginning and its end, is searched for. */
export const longestHead = 16;
/** The end of data at least this long is searched for, too: a service may encrypt one part and leave the rest as it is. */
const longData = 4096;

export const noData: SentData = { text: '', bytes: 0, forms: () => [], written: () => 0 };

/** `escaped`: the data as it stands in the JSON of the request. */
export function sentData(text: string, escaped = JSON.stringify(text).slice(1, -1)): SentData {
  let forms: ReturnType<SentData['forms']> | undefined;
  let written: number | undefined;
  return {
    text,
    bytes: utf8Bytes(text),
    forms: () => {
      forms ??= distinct([text, escaped].flatMap(endsOf))
        .flatMap(formsOf)
        .filter(({ head }) => head.length >= shortestData);
      return forms;
    },
    written: () => {
      written ??= mostWritten(text);
      return written;
    },
  };
}

function endsOf(text: string): string[] {
  const head = text.slice(0, longestHead);
  return text.length < longData ? [head] : [head, text.slice(-longestHead)];
}

const halfPair = /^[\ud800-\udfff]$/;
const ascii = /^[ -~]*$/;
/** Lists, because k6's engine takes an item of a list much faster than a character of a text. */
const [digits16, digits64] = [[...'0123456789abcdef'], [...base64Digits]];

/** The most characters that JSON or HTML with all possible escapes take for a text. */
function mostWritten(text: string): number {
  return text.length + 5 * (text.match(/[^ !#-%(-;=?-Z[\]-~]/g)?.length ?? 0);
}

/** An end of the data in each encoding, including a list of bytes. An answer may repeat the data, or the body that contains it. */
function formsOf(end: string) {
  // An unpaired surrogate cannot be encoded.
  const head = ascii.test(end) ? end : [...end].filter((char) => !halfPair.test(char)).join('');
  const bytes = utf8(head);
  let hex = '';
  bytes.forEach((byte) => {
    hex += `${digits16[byte >> 4]}${digits16[byte & 15]}`;
  });
  const inBase64 = [0, 1, 2].map((shift) => base64Inside(bytes, shift));
  const inUrls = inBase64
    .filter((form) => /[+/]/.test(form))
    .map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  const taking = (times: number, heads: readonly string[]) => heads.map((head) => ({ head, times }));
  return [
    ...taking(1, [head, head.toLowerCase(), head.toUpperCase()]),
    ...taking(4 / 3, [...inBase64, ...inUrls]),
    ...taking(2, [hex, hex.toUpperCase()]),
    ...taking(3, [encodeURIComponent(head)]),
    ...taking(4, [bytes.join()]),
  ];
}

/** The most characters of an answer's text that may repeat the data that was sent, line breaks included: base64 may be in lines. */
export function echoed(text: string, { text: sent, forms, written }: SentData): number {
  const { length } = text;
  if (sent.length < shortestData || length < Math.min(sent.length, longestHead)) return 0;
  const isCutOut = length >= 16 && (sent.includes(text.slice(0, 64)) || sent.includes(text.slice(-64)));
  const inOneLine = text.includes('\n') ? text.replace(/\r?\n/g, '') : null;
  const form = forms().find(
    ({ head }) => isCutOut || text.includes(head) || inOneLine?.includes(head) === true,
  );
  const breaks = inOneLine === null ? 0 : length - inOneLine.length;
  return form === undefined ? 0 : Math.min(length, form.times * written() + breaks);
}

/** The base64 digits that any text must contain in which these bytes begin `shift` bytes after a multiple of three. */
function base64Inside(bytes: Uint8Array, shift: number): string {
  let digits = '';
  for (let at = -shift; at + 3 <= bytes.length; at += 3) {
    const bits = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    digits += `${digits64[bits >> 18]}${digits64[(bits >> 12) & 63]}${digits64[(bits >> 6) & 63]}${digits64[bits & 63]}`;
  }
  // The first digits also encode bits of the preceding bytes.
  return digits.slice([0, 2, 3][shift]);
}
