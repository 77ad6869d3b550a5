import { formsOf } from './echoing-services.ts';

/** Its digits stand in no fraction that repeats, as 0123456790 does in 1/81: a report is full of numbers. */
export const token = 'canary/T0ken+with=odd~chars-7302915846';

/** Twelve characters of the token under any of its forms. */
function partsOfToken(): string[] {
  const bytes = Buffer.from(token);
  const shifted = [bytes, Buffer.from(token, 'utf16le')].flatMap((encoded) =>
    [0, 1, 2].map((offset) => {
      const base64 = Buffer.concat([Buffer.alloc(offset), encoded]).toString('base64');
      return base64.slice(offset === 0 ? 0 : 4, -4);
    }),
  );
  return [...formsOf(token), ...shifted, ...shifted.map(bareOf), bareOf(token)].flatMap((form) => {
    const width = Math.ceil((12 * form.length) / token.length);
    return Array.from({ length: form.length - width + 1 }, (_, start) => form.slice(start, start + width));
  });
}

/** Finds which of many parts stand in a text, which is gone through once. */
export function finderOf(parts: readonly string[]): (text: string) => string[] {
  const width = Math.min(...parts.map(({ length }) => length));
  const byStart = new Map<string, string[]>();
  for (const part of new Set(parts)) {
    const start = part.slice(0, width);
    byStart.set(start, [...(byStart.get(start) ?? []), part]);
  }
  // Most places end here, before anything is cut out of the text.
  const beginnings = new Uint8Array(65_536);
  for (const start of byStart.keys()) beginnings[beginningAt(start, 0)] = 1;
  return (text) => {
    const found = new Set<string>();
    for (let at = 0; at <= text.length - width; at += 1) {
      if (beginnings[beginningAt(text, at)] === 0) continue;
      for (const part of byStart.get(text.slice(at, at + width)) ?? [])
        if (text.startsWith(part, at)) found.add(part);
    }
    return [...found];
  };
}

/** A number for two characters, which a few pairs have in common. */
function beginningAt(text: string, at: number): number {
  return (text.charCodeAt(at) * 257 + text.charCodeAt(at + 1)) & 65_535;
}

const findParts = finderOf(partsOfToken());

/** Every way in which they stand in a text. */
export function leaksIn(text: string): string[] {
  const unbroken = text.replace(/[\r\n]|\\+[rn]/g, '');
  return [text, unbroken, bareOf(text)].flatMap(findParts).map((part) => around(part, text));
}

/** Without what parts groups. */
function bareOf(text: string): string {
  return text.replace(/\\+u0000|[^0-9A-Za-z]+/g, '');
}

/** With its surroundings, which tell where it came from. */
export function around(part: string, text: string): string {
  const at = text.indexOf(part);
  return at < 0 ? part : text.slice(Math.max(0, at - 80), at + part.length + 40);
}
