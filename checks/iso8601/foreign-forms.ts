import type { Fault } from './wording.ts';

/** What a text without an ISO 8601 date looks like, most telling first. Every pattern takes linear time. */
const foreignForms = (): readonly (readonly [RegExp, Fault])[] => [
  [/^$/, 'empty'],
  [/^[<{$]/, 'placeholder'],
  [/[^\0-\x7f]/, 'non-ascii'],
  [/^[Rr][0-9]*\//, 'interval'],
  [/^[Pp][^/]*\//, 'interval'],
  [/^[+-]?[Pp][0-9Tt]/, 'duration'],
  [/^[+-]?[0-9]+(?:[.,][0-9]*)?(?:[eE][+-]?[0-9]+)?$/, 'number'],
  [/^[0-9]{1,4}[/.][0-9]{1,2}[/.][0-9]/, 'separators'],
  [/^[0-9W-]{4,}\//, 'interval'],
  [/^[0-9+-][0-9Ww-]{4,} +[0-9]/, 'space'],
  [/^[0-9]{1,2}:[0-9]{2}/, 'time-only'],
  [/^[Tt][0-9]/, 'time-only'],
  [/^[0-9]{6}[Zz]$/, 'time-only'],
  [/^[0-9]{4}(?:-[0-9]{2}-[0-9]{4}:|[0-9]{10})/, 'no-t'],
  [/^[0-9]{4}(?:-[0-9]{2}|-?[Ww][0-9]{2})?(?:$|[Tt])/, 'date-incomplete'],
  [/^[0-9]{2}-[0-9]{2}-[0-9]{2}/, 'year-first'],
  [/^[0-9]{6}[Tt]/, 'year-first'],
  [/^-/, 'year-first'],
  [/^[0-9]{5,}-/, 'year-sign'],
  [/^[0-9]{4}-(?:[0-9]-|[0-9]{2}-[0-9](?:[^0-9]|$))/, 'one-digit'],
  [/^[0-9Ww-]+(?:[Zz]|[+-][0-9]{2}:?[0-9]{2})$/, 'date-zone'],
  [/[A-Za-z]{3}/, 'words'],
];

export function foreignForm(text: string): Fault {
  return foreignForms().find(([pattern]) => pattern.test(text))?.[1] ?? 'date';
}
