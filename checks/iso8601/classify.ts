import { type DatePart, readDate } from './date.ts';
import { readTime, type TimeOfDayPart } from './time.ts';
import { readZone, type ZonePart } from './zone.ts';

/** Why a text is no ISO 8601 timestamp in UTC: `rule` names the half of the sentence that is broken. A virtual user that meets none holds no table of them. */
export const faults = () =>
  ({
    form: { rule: 'iso8601', reason: 'it has no ISO 8601 form of a date and a time' },
    range: { rule: 'iso8601', reason: 'there is no such date or time' },
    mixed: {
      rule: 'iso8601',
      reason: 'basic form (without separators) and extended form (with separators) are mixed',
    },
    zone: { rule: 'iso8601', reason: 'what follows the time is neither Z nor an ISO 8601 offset' },
    'no-zone': { rule: 'utc', reason: 'there is no UTC designator, so by ISO 8601 this is local time' },
    offset: { rule: 'utc', reason: 'the offset from UTC is not zero' },
  }) as const;

export type Fault = keyof ReturnType<typeof faults>;

/** Forms about which editions of ISO 8601, or its readers, disagree. */
export const contestedForms = () =>
  ({
    'lower-case':
      'lower-case t, z or w: RFC 3339 says that ISO 8601 allows them, but ISO 8601 shows capitals',
    'basic-offset': 'a basic offset (+0000) after an extended time: it is zero, but mixes the two forms',
    'negative-zero': 'the offset -00:00: it is zero, but ISO 8601 has no negative zero',
    'hour-24':
      'hour 24 for the end of a day: allowed by ISO 8601:2004, removed in 2019, allowed again by Amendment 1 of 2022',
    'date-only':
      'a date without a time: valid ISO 8601, but perhaps not a timestamp, and it cannot state UTC',
    'expanded-year': 'a signed year: ISO 8601 requires an agreement between the parties',
    'early-year': 'a year before 1583: ISO 8601 requires an agreement between the parties',
    'minus-sign': 'the minus sign U+2212 instead of the hyphen-minus',
  }) as const;

export type ContestedForm = keyof ReturnType<typeof contestedForms>;

/** Basic form has no separators, extended form has them; an hour alone, Z and +00 belong to both. */
export type Style = 'basic' | 'extended' | 'either';

export type TimestampClass =
  | { readonly kind: 'conformant' }
  | { readonly kind: 'contested'; readonly form: string }
  | { readonly kind: 'violation'; readonly rule: 'iso8601' | 'utc'; readonly reason: string };

/**
 * Judges "ISO 8601 timestamp in UTC". `form` and `reason` are sentences from a fixed set (several forms are joined);
 * one fault makes a violation, whatever else is contested. No engine date parser is asked.
 */
export function classifyTimestamp(text: string): TimestampClass {
  const found = readTimestamp(text);
  if (typeof found === 'string') return { kind: 'violation', ...faults()[found] };
  if (found.length === 0) return { kind: 'conformant' };
  const words = contestedForms();
  return { kind: 'contested', form: [...new Set(found)].map((form) => words[form]).join('; ') };
}

function readTimestamp(text: string): readonly ContestedForm[] | Fault {
  if (text.trim().length < text.length) return 'form';
  const cut = text.search(/[Tt]/);
  const date = readDate(cut < 0 ? text : text.slice(0, cut));
  if (date === undefined) return 'form';
  if (typeof date === 'string') return date;
  if (cut < 0) return ['date-only', ...date.forms];
  const [head = '', clock = '', fraction] = /^([0-9:]*)(?:[.,]([0-9]*))?/.exec(text.slice(cut + 1)) ?? [];
  const time = readTime(clock, fraction);
  if (typeof time === 'string') return time;
  const zone = readZone(text.slice(cut + 1 + head.length));
  const fault = disagreement(date, time, zone);
  if (fault !== undefined) return fault;
  return typeof zone === 'string' ? zone : contestedIn(text[cut] === 't', date, time, zone);
}

/** Faults that show only when the parts stand together. */
function disagreement(date: DatePart, time: TimeOfDayPart, zone: ZonePart | Fault): Fault | undefined {
  if (time.style !== 'either' && time.style !== date.style) return 'mixed';
  if (typeof zone === 'string') return zone;
  if (!zone.utc) return 'offset';
  if (date.style === 'basic' && zone.style === 'extended') return 'mixed';
  return time.leapSecond === 'elsewhere' ? 'range' : undefined;
}

function contestedIn(lowerT: boolean, date: DatePart, time: TimeOfDayPart, zone: ZonePart): ContestedForm[] {
  const forms: ContestedForm[] = lowerT ? ['lower-case'] : [];
  forms.push(...date.forms, ...time.forms, ...zone.forms);
  if (date.style === 'extended' && zone.style === 'basic') forms.push('basic-offset');
  return forms;
}
