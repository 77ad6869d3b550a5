import type { ContestedForm, Fault, Style } from './wording.ts';

export interface DatePart {
  readonly style: Style;
  readonly forms: readonly ContestedForm[];
}

interface DateForm {
  readonly style: Style;
  readonly pattern: RegExp;
  readonly impossible: (year: number, first: number, second: number) => Fault | undefined;
}

/** Literals: k6's engine compiles them once for all virtual users, and a pattern made from a text in each of them. */
const dateForms: readonly DateForm[] = [
  {
    style: 'extended',
    pattern: /^([+\-\u2212][0-9]{4,}|[0-9]{4})-([0-9]{2})-([0-9]{2})$/,
    impossible: calendarFault,
  },
  {
    style: 'basic',
    pattern: /^([+\-\u2212][0-9]{4,}|[0-9]{4})([0-9]{2})([0-9]{2})$/,
    impossible: calendarFault,
  },
  { style: 'extended', pattern: /^([+\-\u2212][0-9]{4,}|[0-9]{4})-([0-9]{3})$/, impossible: ordinalFault },
  { style: 'basic', pattern: /^([+\-\u2212][0-9]{4,}|[0-9]{4})([0-9]{3})$/, impossible: ordinalFault },
  {
    style: 'extended',
    pattern: /^([+\-\u2212][0-9]{4,}|[0-9]{4})-[Ww]([0-9]{2})-([0-9])$/,
    impossible: weekFault,
  },
  {
    style: 'basic',
    pattern: /^([+\-\u2212][0-9]{4,}|[0-9]{4})[Ww]([0-9]{2})([0-9])$/,
    impossible: weekFault,
  },
];

/** `undefined` when the text has the shape of no complete date. */
export function readDate(text: string): DatePart | Fault | undefined {
  let fault: Fault | undefined;
  for (const { style, pattern, impossible } of dateForms) {
    const match = pattern.exec(text);
    if (!match) continue;
    const [, yearText = '', first, second] = match;
    const found = impossible(cycleYear(yearText), Number(first), Number(second));
    if (found === undefined) return { style, forms: contestedIn(text, yearText) };
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

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

const daysInMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function calendarFault(year: number, month: number, day: number): Fault | undefined {
  const days = month === 2 && isLeap(year) ? 29 : daysInMonth[month - 1];
  if (days === undefined) return 'month';
  return day < 1 || day > days ? 'day' : undefined;
}

function ordinalFault(year: number, day: number): Fault | undefined {
  return day < 1 || day > (isLeap(year) ? 366 : 365) ? 'ordinal' : undefined;
}

/** Weekday of 31 December, 0 for Sunday. */
function lastWeekday(year: number): number {
  return (year + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400)) % 7;
}

/** A year has a week 53 when it ends on a Thursday, or begins on one. */
function weekFault(year: number, week: number, weekday: number): Fault | undefined {
  const weeks = lastWeekday(year) === 4 || lastWeekday(year - 1) === 3 ? 53 : 52;
  if (week < 1 || week > weeks) return 'week';
  return weekday < 1 || weekday > 7 ? 'weekday' : undefined;
}
