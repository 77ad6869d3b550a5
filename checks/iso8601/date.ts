import type { ContestedForm, Fault, Style } from './wording.ts';

export interface DatePart {
  readonly style: Style;
  readonly forms: readonly ContestedForm[];
}

interface DateForm {
  /** Year, separator, first part, separator, second part. */
  readonly pattern: RegExp;
  readonly impossible: (year: number, first: number, second: number) => Fault | undefined;
}

/** Literals: k6's engine compiles them once for all virtual users, and a pattern made from a text in each of them. */
const dateForms: readonly DateForm[] = [
  {
    pattern: /^([+\-\u2212][0-9]{4,}|[0-9]{4})(-?)([0-9]{2})(-?)([0-9]{2})$/,
    impossible: calendarFault,
  },
  { pattern: /^([+\-\u2212][0-9]{4,}|[0-9]{4})(-?)([0-9]{3})$/, impossible: ordinalFault },
  { pattern: /^([+\-\u2212][0-9]{4,}|[0-9]{4})(-?)[Ww]([0-9]{2})(-?)([0-9])$/, impossible: weekFault },
];

/** `undefined` when the text has the shape of no complete date. With a long year it can have several shapes. */
export function readDate(text: string): DatePart | Fault | undefined {
  let fault: Fault | undefined;
  for (const { pattern, impossible } of dateForms) {
    const match = pattern.exec(text);
    if (!match) continue;
    const [, yearText = '', separator, first, secondSeparator = separator, second] = match;
    const found =
      separator === secondSeparator
        ? impossible(cycleYear(yearText), Number(first), Number(second))
        : 'mixed';
    if (found === undefined)
      return { style: separator === '-' ? 'extended' : 'basic', forms: contestedIn(text, yearText) };
    fault ??= found;
  }
  return fault;
}

function contestedIn(text: string, yearText: string): ContestedForm[] {
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

function calendarFault(year: number, month: number, day: number): Fault | undefined {
  if (month < 1 || month > 12) return 'month';
  return day < 1 || day > daysInMonth(year, month) ? 'day' : undefined;
}

function ordinalFault(year: number, day: number): Fault | undefined {
  return day < 1 || day > 337 + daysInMonth(year, 2) ? 'ordinal' : undefined;
}

/** A year has a week 53 when it ends on a Thursday, or begins on one. */
function weekFault(year: number, week: number, weekday: number): Fault | undefined {
  const isThursday = (month: number, day: number) => new Date(Date.UTC(year, month, day)).getUTCDay() === 4;
  const weeks = isThursday(0, 1) || isThursday(11, 31) ? 53 : 52;
  if (week < 1 || week > weeks) return 'week';
  return weekday < 1 || weekday > 7 ? 'weekday' : undefined;
}
