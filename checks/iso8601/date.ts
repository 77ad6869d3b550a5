import type { ContestedForm, Fault, Style } from './classify.ts';

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
export function readDate(text: string): DatePart | Fault | undefined {
  let fault: Fault | undefined;
  for (const { pattern, exists } of dateForms) {
    const match = pattern.exec(text);
    if (!match) continue;
    const [, yearText = '', separator, first, secondSeparator = separator, second] = match;
    if (separator !== secondSeparator) fault ??= 'mixed';
    else if (!exists(cycleYear(yearText), Number(first), Number(second))) fault ??= 'range';
    else return { style: separator === '-' ? 'extended' : 'basic', forms: contestedIn(text, yearText) };
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

/** A year has a week 53 when it ends on a Thursday, or begins on one. */
function weeksIn(year: number): number {
  const isThursday = (month: number, day: number) => new Date(Date.UTC(year, month, day)).getUTCDay() === 4;
  return isThursday(0, 1) || isThursday(11, 31) ? 53 : 52;
}
