/** Why a text is not an ISO 8601 timestamp in UTC; `rule` is the half of the sentence that it breaks. Functions, so that a virtual user builds these tables only when it meets such a text. */
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

/** Forms on which editions of ISO 8601, or its readers, disagree. */
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

export type TimestampClass =
  | { readonly kind: 'conformant' }
  | { readonly kind: 'contested'; readonly form: string }
  | { readonly kind: 'violation'; readonly rule: 'iso8601' | 'utc'; readonly reason: string };

/**
 * Judges "ISO 8601 timestamp in UTC". `form` and `reason` are sentences from a fixed set (several forms are joined).
 * One fault makes a violation, even beside contested forms. The engine's date parser is not used.
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
  const [, day = '', mark, clock = '', fraction, offset = ''] =
    /^([^Tt]*)(?:([Tt])([0-9:]*)(?:[.,]([0-9]*))?([\s\S]*))?$/.exec(text) ?? [];
  const date = readDate(day);
  if (typeof date === 'string') return date;
  if (mark === undefined) return ['date-only', ...date.forms];
  const time = readTime(clock, fraction);
  if (typeof time === 'string') return time;
  if (time.style !== 'either' && time.style !== date.style) return 'mixed';
  const zone = readZone(offset);
  if (typeof zone === 'string') return zone;
  const isMixed = date.style === 'basic' && zone.style === 'extended';
  const fault = zone.fault ?? (isMixed ? 'mixed' : time.fault);
  if (fault !== undefined) return fault;
  const forms: ContestedForm[] = mark === 't' ? ['lower-case'] : [];
  forms.push(...date.forms, ...time.forms, ...zone.forms);
  if (date.style === 'extended' && zone.style === 'basic') forms.push('basic-offset');
  return forms;
}

/** A date, a time or what follows it, in a form that ISO 8601 knows. */
interface Part {
  /** Basic form has no separators, extended form has them; an hour alone, Z and +00 belong to both. */
  readonly style: 'basic' | 'extended' | 'either';
  readonly forms: readonly ContestedForm[];
  /** Reported only where the parts can stand together. */
  readonly fault?: Fault;
}

interface DateForm {
  /** Year, separator, first part, separator, second part. */
  readonly pattern: RegExp;
  readonly exists: (year: number, first: number, second: number) => boolean;
}

/** Literals: k6's engine compiles them once for all virtual users, but a pattern made from a string in each of them. */
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

/** A date with a long year can match several forms: one fault counts only where no form fits. */
function readDate(text: string): Part | Fault {
  let fault: Fault | undefined;
  for (const { pattern, exists } of dateForms) {
    const match = pattern.exec(text);
    if (!match) continue;
    const [, year = '', separator, first, secondSeparator = separator, second] = match;
    if (separator !== secondSeparator) fault ??= 'mixed';
    else if (!exists(cycleYear(year), Number(first), Number(second))) fault ??= 'range';
    else return { style: separator === '-' ? 'extended' : 'basic', forms: contestedDatesIn(text, year) };
  }
  return fault ?? 'form';
}

function contestedDatesIn(text: string, year: string): ContestedForm[] {
  const forms: ContestedForm[] = [];
  if (year.length > 4) forms.push('expanded-year');
  else if (Number(year) < 1583) forms.push('early-year');
  if (year.startsWith('\u2212')) forms.push('minus-sign');
  if (text.includes('w')) forms.push('lower-case');
  return forms;
}

/** The calendar repeats every 400 years, and 400 divides 10 000: the last four digits say enough. */
function cycleYear(text: string): number {
  const digits = Number(text.slice(-4)) % 400;
  return /^[-\u2212]/.test(text) ? 800 - digits : 400 + digits;
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

const extended = /^([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?$/;
const basic = /^([0-9]{2})(?:([0-9]{2})([0-9]{2})?)?$/;

/** `fraction`: the digits after the decimal sign; `undefined` without one. */
function readTime(clock: string, fraction: string | undefined): Part | Fault {
  const match = extended.exec(clock) ?? basic.exec(clock);
  if (!match || fraction === '') return 'form';
  const [hour = 0, minute = 0, second = 0] = match.slice(1).map((digits) => Number(digits ?? 0));
  if (hour > 24 || minute > 59 || second > 60) return 'range';
  if (hour === 24 && (minute > 0 || second > 0 || /[1-9]/.test(fraction ?? ''))) return 'range';
  const style = clock.length === 2 ? 'either' : clock.includes(':') ? 'extended' : 'basic';
  const forms: ContestedForm[] = hour === 24 ? ['hour-24'] : [];
  // A leap second comes at 23:59 UTC alone.
  return second < 60 || (hour === 23 && minute === 59) ? { style, forms } : { style, forms, fault: 'range' };
}

/** What follows the time; an empty text is a missing zone. */
function readZone(text: string): Part | Fault {
  if (text === '') return 'no-zone';
  if (text === 'Z') return { style: 'either', forms: [] };
  if (text === 'z') return { style: 'either', forms: ['lower-case'] };
  const match = /^([+\-\u2212])([0-9]{2})(?:(:?)([0-9]{2}))?$/.exec(text);
  if (!match) return 'zone';
  const [, sign, hours, colon, minutes = '00'] = match;
  if (Number(hours) > 23 || Number(minutes) > 59) return 'zone';
  const style = colon === undefined ? 'either' : colon === ':' ? 'extended' : 'basic';
  const forms: ContestedForm[] = sign === '+' ? [] : ['negative-zero'];
  if (sign === '\u2212') forms.push('minus-sign');
  return hours === '00' && minutes === '00' ? { style, forms } : { style, forms, fault: 'offset' };
}
