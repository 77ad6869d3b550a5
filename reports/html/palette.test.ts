import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('palette.css', import.meta.url), 'utf8');
const colours = [
  ...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g),
] as unknown as readonly (readonly [text: string, name: string, light: string, dark: string])[];

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

const texts = ['ink', 'quiet', 'link', 'good', 'bad', 'unclear'];
const pairs: readonly (readonly [colour: string, ground: string, least: number])[] = [
  ...texts.flatMap((text) => [[text, 'page', 4.5] as const, [text, 'raised', 4.5] as const]),
  ...['quiet', 'ink'].flatMap((text) =>
    ['good-tint', 'bad-tint', 'unclear-tint', 'none-tint'].map((tint) => [text, tint, 4.5] as const),
  ),
  ['good', 'good-tint', 4.5],
  ['bad', 'bad-tint', 4.5],
  ['unclear', 'unclear-tint', 4.5],
  ...['mark', 'mark-bad', 'mark-slow'].flatMap((mark) => [
    [mark, 'page', 3] as const,
    [mark, 'none-tint', 3] as const,
  ]),
];

describe.each([
  ['light', new Map(colours.map(([, name, light]) => [name, light]))],
  ['dark', new Map(colours.map(([, name, , dark]) => [name, dark]))],
])('in the %s scheme', (_, palette) => {
  test.each(pairs)('%s on %s has a contrast of at least %d', (colour, ground, least) => {
    const [a = '', b = ''] = [palette.get(colour), palette.get(ground)];
    expect([a, b]).not.toContain('');
    expect(contrast(a, b)).toBeGreaterThanOrEqual(least);
  });
});

test('every colour has both schemes, and print has the light one', () => {
  expect(css.match(/--[\w-]+:/g)).toHaveLength(colours.length);
  expect(css).toMatch(/@media print \{\s+:root \{\s+color-scheme: light;/);
});
