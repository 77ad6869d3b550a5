import { utf8Bytes } from '../utf8-bytes.ts';

/** The data of a request, and the forms in which an answer may repeat it. */
export interface SentData {
  readonly text: string;
  /** The data as escaped in the JSON of the request. */
  readonly escaped: string;
  /** Length in bytes of UTF-8. */
  readonly bytes: number;
  /** The beginning of the data in each common encoding. Computed only for answer texts long enough to contain it. */
  readonly forms: () => readonly string[];
}

/** Shorter data may occur in any text by chance. */
const shortestData = 4;
/** Only this much of long data, from its beginning, is searched for. */
export const longestHead = 16;
const digits64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export const noData: SentData = { text: '', escaped: '', bytes: 0, forms: () => [] };

export function sentData(text: string, escaped = JSON.stringify(text).slice(1, -1)): SentData {
  let forms: readonly string[] | undefined;
  return {
    text,
    escaped,
    bytes: utf8Bytes(text),
    forms: () => {
      const said = text === escaped ? [text] : [text, escaped];
      forms ??= [...new Set(said.flatMap(formsOf))].filter(({ length }) => length >= shortestData);
      return forms;
    },
  };
}

const halfPair = /^[\ud800-\udfff]$/;

/** The beginning of a text in each encoding, including a list of bytes. An answer may repeat the data, or the body that contains it. */
function formsOf(text: string): readonly string[] {
  // An unpaired surrogate cannot be encoded.
  const head = [...text.slice(0, longestHead)].filter((char) => !halfPair.test(char)).join('');
  const percent = encodeURIComponent(head);
  const codes = codesIn(percent);
  const hex = codes.map((code) => (code < 16 ? '0' : '') + code.toString(16)).join('');
  const inBase64 = [0, 1, 2].map((shift) => base64Inside(codes, shift));
  const inUrls = inBase64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  const cases = [head, head.toLowerCase(), head.toUpperCase()];
  return [...cases, percent, hex, hex.toUpperCase(), codes.join(), ...inBase64, ...inUrls];
}

/** Whether a text of an answer is or contains the data that was sent. */
export function isEcho(text: string, { text: sent, forms }: SentData): boolean {
  if (sent.length < shortestData || text.length < Math.min(sent.length, longestHead)) return false;
  if (text.length >= 16 && (sent.includes(text.slice(0, 64)) || sent.includes(text.slice(-64)))) return true;
  return forms().some((form) => text.includes(form));
}

function codesIn(percentEncoded: string): number[] {
  const codes: number[] = [];
  for (let at = 0; at < percentEncoded.length; at += 1) {
    const code = percentEncoded.charCodeAt(at);
    if (code !== percentSign) codes.push(code);
    else {
      codes.push(Number.parseInt(percentEncoded.slice(at + 1, at + 3), 16));
      at += 2;
    }
  }
  return codes;
}

const percentSign = 37;

/** The base64 digits that any text must contain in which these bytes begin `shift` bytes after a multiple of three. */
function base64Inside(codes: readonly number[], shift: number): string {
  let digits = '';
  const code = (at: number) => codes[at] ?? 0;
  for (let at = -shift; at + 3 <= codes.length; at += 3) {
    const bits = (code(at) << 16) | (code(at + 1) << 8) | code(at + 2);
    digits += digits64.charAt(bits >> 18) + digits64.charAt((bits >> 12) & 63);
    digits += digits64.charAt((bits >> 6) & 63) + digits64.charAt(bits & 63);
  }
  // The first digits also encode bits of the preceding bytes.
  return digits.slice([0, 2, 3][shift]);
}
