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

export interface DatePart {
  readonly style: Style;
  readonly forms: readonly ContestedForm[];
}

interface DateForm {
  /** Year, separator, first part, separator, second part. */
  readonly pattern: RegExp;
  readonly exists: (year: number, first: number, second: number) => boolean;
}

/** Literals: k6's engine compiles them once for all virtual users, and a pattern made from a text in each of them. */
const dateForms: readonly DateForm[] = [
  {
    pattern: /^([+\-\u2212][0-9]{4,}|[0-9]{4})(-?)([0-9]{2})(-?)([0-9]{2})$/,
    exists: (year, month, day) => month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month),
  },
  {
    pattern: /^([+\-\u2212][0-9]{4,}|[0-9]{4})(-?)([0-9]{3})$/,
    exists: (year, day) => day >= 1 && day <= 337 + daysInMonth(year, 2),
  },
  {
    pattern: /^([+\-\u2212][0-9]{4,}|[0-9]{4})(-?)[Ww]([0-9]{2})(-?)([0-9])$/,
    exists: (year, week, weekday) => week >= 1 && week <= weeksIn(year) && weekday >= 1 && weekday <= 7,
  },
];

/** `undefined` when the text has the shape of no complete date. With a long year it can have several shapes. */
function readDate(text: string): DatePart | Fault | undefined {
  let fault: Fault | undefined;
  for (const { pattern, exists } of dateForms) {
    const match = pattern.exec(text);
    if (!match) continue;
    const [, yearText = '', separator, first, secondSeparator = separator, second] = match;
    if (separator !== secondSeparator) fault ??= 'mixed';
    else if (!exists(cycleYear(yearText), Number(first), Number(second))) fault ??= 'range';
    else return { style: separator === '-' ? 'extended' : 'basic', forms: contestedDatesIn(text, yearText) };
  }
  return fault;
}

function contestedDatesIn(text: string, yearText: string): ContestedForm[] {
  const forms: ContestedForm[] = [];
  if (yearText.length > 4) forms.push('expanded-year');
  else if (Number(yearText) < 1583) forms.push('early-year');
  if (yearText.startsWith('\u2212')) forms.push('minus-sign');
  if (text.includes('w')) forms.push('lower-case');
  return forms;
}

/** The calendar repeats every 400 years, and 400 divides 10 000: the last four digits say enough. */
function cycleYear(yearText: string): number {
  const digits = Number(yearText.slice(-4)) % 400;
  return /^[-\u2212]/.test(yearText) ? 800 - digits : 400 + digits;
}

/** Day 0 of the next month is the last one of this. */
function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** A year has a week 53 when it ends on a Thursday, or begins on one. */
function weeksIn(year: number): number {
  const isThursday = (month: number, day: number) => new Date(Date.UTC(year, month, day)).getUTCDay() === 4;
  return isThursday(0, 1) || isThursday(11, 31) ? 53 : 52;
}

export interface TimeOfDayPart {
  readonly style: Style;
  readonly forms: readonly ContestedForm[];
  /** Second 60: right only at 23:59 UTC. */
  readonly leapSecond: 'none' | 'at 23:59' | 'elsewhere';
}

const extended = /^([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?$/;
const basic = /^([0-9]{2})(?:([0-9]{2})([0-9]{2})?)?$/;

/** `fraction`: the digits after the decimal sign; `undefined` without decimal sign. */
function readTime(clock: string, fraction: string | undefined): TimeOfDayPart | Fault {
  const match = extended.exec(clock) ?? basic.exec(clock);
  if (!match || fraction === '') return 'form';
  const [, hour, minute, second] = match;
  return part(clockStyleOf(clock), Number(hour), Number(minute ?? 0), Number(second ?? 0), fraction ?? '');
}

function part(
  style: Style,
  hour: number,
  minute: number,
  second: number,
  fraction: string,
): TimeOfDayPart | Fault {
  if (hour > 24 || minute > 59 || second > 60) return 'range';
  if (hour === 24 && (minute > 0 || second > 0 || /[1-9]/.test(fraction))) return 'range';
  const forms: ContestedForm[] = hour === 24 ? ['hour-24'] : [];
  if (second < 60) return { style, forms, leapSecond: 'none' };
  return { style, forms, leapSecond: hour === 23 && minute === 59 ? 'at 23:59' : 'elsewhere' };
}

function clockStyleOf(clock: string): Style {
  if (clock.length === 2) return 'either';
  return clock.includes(':') ? 'extended' : 'basic';
}

export interface ZonePart {
  readonly style: Style;
  readonly forms: readonly ContestedForm[];
  readonly utc: boolean;
}

const offset = /^([+\-\u2212])([0-9]{2})(?:(:?)([0-9]{2}))?$/;

/** Reads what follows the time; an empty text is a missing zone. */
function readZone(text: string): ZonePart | Fault {
  if (text === '') return 'no-zone';
  if (text === 'Z') return { style: 'either', forms: [], utc: true };
  if (text === 'z') return { style: 'either', forms: ['lower-case'], utc: true };
  const match = offset.exec(text);
  if (!match) return 'zone';
  const [, sign = '', hours, colon, minutes] = match;
  if (Number(hours) > 23 || Number(minutes ?? 0) > 59) return 'zone';
  const forms: ContestedForm[] = sign === '+' ? [] : ['negative-zero'];
  if (sign === '\u2212') forms.push('minus-sign');
  return {
    style: offsetStyleOf(colon, minutes),
    forms,
    utc: Number(hours) === 0 && Number(minutes ?? 0) === 0,
  };
}

function offsetStyleOf(colon: string | undefined, minutes: string | undefined): Style {
  if (minutes === undefined) return 'either';
  return colon === ':' ? 'extended' : 'basic';
}
