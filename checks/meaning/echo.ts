/** The data of a request, and how an answer may repeat it. */
export interface SentData {
  readonly text: string;
  /** Of UTF-8. */
  readonly bytes: number;
  /** Its beginning in each common encoding. */
  readonly forms: readonly string[];
}

/** Shorter data may stand in any text by chance. */
const shortestData = 4;
/** So much of long data, from its beginning, is looked for. */
const longestHead = 48;
const digits64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export const noData: SentData = { text: '', bytes: 0, forms: [] };

export function sentData(text: string, bytes = bytesOf(text)): SentData {
  if (text.length < shortestData) return { text, bytes, forms: [] };
  // Half a surrogate pair has no encoding.
  const head = text.slice(0, longestHead).replace(/[\ud800-\udfff]/g, '');
  const percent = encodeURIComponent(head);
  const codes = codesIn(percent);
  const hex = codes.map((code) => code.toString(16).padStart(2, '0')).join('');
  const inBase64 = [0, 1, 2].map((shift) => base64Inside(codes, shift));
  const forms = [
    head,
    JSON.stringify(head).slice(1, -1),
    percent,
    hex,
    hex.toUpperCase(),
    ...inBase64,
    ...inBase64.map((form) => form.replace(/\+/g, '-').replace(/\//g, '_')),
  ];
  return { text, bytes, forms: [...new Set(forms)].filter(({ length }) => length >= shortestData) };
}

/** Whether a text of an answer is, or holds, what was sent. */
export function isEcho(text: string, { text: sent, forms }: SentData): boolean {
  if (sent.length < shortestData || text.length < shortestData) return false;
  if (text.length >= 16 && (sent.includes(text.slice(0, 64)) || sent.includes(text.slice(-64)))) return true;
  return forms.some((form) => text.includes(form));
}

/** Of UTF-8. Each half of a surrogate pair takes two. Counting one character after the other takes k6's engine milliseconds. */
function bytesOf(text: string): number {
  if (/^[\0-\x7f]*$/.test(text)) return text.length;
  return encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '\u00e9')).replace(/%../g, '%').length;
}

function codesIn(percentEncoded: string): number[] {
  const parts = percentEncoded.match(/%..|[^%]/g) ?? [];
  return parts.map((part) => (part.length === 3 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0)));
}

/** The digits that stand in any base64 of a text in which these bytes begin `shift` bytes after a multiple of three. */
function base64Inside(codes: readonly number[], shift: number): string {
  const all = [...Array<number>(shift).fill(0), ...codes];
  let digits = '';
  for (let at = 0; at + 3 <= all.length; at += 3) {
    const [a = 0, b = 0, c = 0] = all.slice(at, at + 3);
    const bits = (a << 16) | (b << 8) | c;
    for (const left of [18, 12, 6, 0]) digits += digits64.charAt((bits >> left) & 63);
  }
  // The first digits hold bits of what stands before.
  return digits.slice([0, 2, 3][shift]);
}
