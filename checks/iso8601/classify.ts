import { type DatePart, readDate } from './date.ts';
import { foreignForm } from './foreign-forms.ts';
import { readTime, type TimeOfDayPart } from './time.ts';
import { type ContestedForm, contestedForms, type Fault, faults } from './wording.ts';
import { readZone, type ZonePart } from './zone.ts';

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
  if (text.trim().length < text.length) return 'white-space';
  const cut = text.search(/[Tt]/);
  const date = readDate(cut < 0 ? text : text.slice(0, cut));
  if (date === undefined) return foreignForm(text);
  if (cut < 0) return withoutTime(text, date);
  if (typeof date === 'string') return date;
  const [head = '', clock = '', fraction] = /^([0-9:]*)(?:[.,]([0-9]*))?/.exec(text.slice(cut + 1)) ?? [];
  const time = readTime(clock, fraction);
  if (typeof time === 'string') return time;
  const zone = readZone(text.slice(cut + 1 + head.length));
  const fault = disagreement(date, time, zone);
  if (fault !== undefined) return fault;
  return typeof zone === 'string' ? zone : contestedIn(text[cut] === 't', date, time, zone);
}

function withoutTime(text: string, date: DatePart | Fault): readonly ContestedForm[] | Fault {
  if (typeof date === 'string') return /^[0-9]+$/.test(text) ? 'number' : date;
  return ['date-only', ...date.forms];
}

/** Faults that show only when the parts stand together. */
function disagreement(date: DatePart, time: TimeOfDayPart, zone: ZonePart | Fault): Fault | undefined {
  if (time.style !== 'either' && time.style !== date.style) return 'mixed';
  if (typeof zone === 'string') return zone;
  if (!zone.utc) return 'offset';
  if (date.style === 'basic' && zone.style === 'extended') return 'mixed';
  return time.leapSecond === 'elsewhere' ? 'leap-second' : undefined;
}

function contestedIn(lowerT: boolean, date: DatePart, time: TimeOfDayPart, zone: ZonePart): ContestedForm[] {
  const forms: ContestedForm[] = lowerT ? ['lower-case'] : [];
  forms.push(...date.forms, ...time.forms, ...zone.forms);
  if (date.style === 'extended' && zone.style === 'basic') forms.push('basic-offset');
  return forms;
}
