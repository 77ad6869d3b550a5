/** Why a text is not an ISO 8601 timestamp in UTC; `rule` is the half of the sentence that it breaks. */
export const faults = {
  form: { rule: 'iso8601', reason: 'it has no ISO 8601 form of a date and a time' },
  range: { rule: 'iso8601', reason: 'there is no such date or time' },
  mixed: {
    rule: 'iso8601',
    reason: 'basic form (without separators) and extended form (with separators) are mixed',
  },
  zone: { rule: 'iso8601', reason: 'what follows the time is neither Z nor an ISO 8601 offset' },
  'no-zone': { rule: 'utc', reason: 'there is no UTC designator, so by ISO 8601 this is local time' },
  offset: { rule: 'utc', reason: 'the offset from UTC is not zero' },
  'leap-second': { rule: 'iso8601', reason: 'second 60 where UTC has no leap second' },
} as const;

/** Forms on which editions or readers of ISO 8601 disagree. */
export const contestedForms = {
  'lower-case': 'lower-case t, z or w: RFC 3339 says that ISO 8601 allows them, but ISO 8601 shows capitals',
  'basic-offset': 'a basic offset (+0000) after an extended time: it is zero, but mixes the two forms',
  'negative-zero': 'the offset -00:00: it is zero, but ISO 8601 has no negative zero',
  'hour-24':
    'hour 24 for the end of a day: allowed by ISO 8601:2004, removed in 2019, allowed again by Amendment 1 of 2022',
  'no-t':
    'no T between date and time: ISO 8601:2004 requires an agreement between the parties, and the edition of 2019 has no such form',
  'unknown-leap-second':
    'second 60 at the end of a month after 2016: no leap second is known there, but one may be announced',
  'date-only': 'a date without a time: valid ISO 8601, but perhaps not a timestamp, and it cannot state UTC',
  'expanded-year': 'a signed year: ISO 8601 requires an agreement between the parties',
  'early-year': 'a year before 1583: ISO 8601 requires an agreement between the parties',
  'minus-sign':
    'the hyphen U+2010 or the minus sign U+2212: ISO 8601 names them, but is usually written with the hyphen-minus',
} as const;

/**
 * Judges "ISO 8601 timestamp in UTC". `form` and `reason` are sentences from a fixed set (several forms are joined). One fault
 * makes a violation, even beside contested forms. The engine's date parser is not used.
 */
export function classifyTimestamp(text: string) {
  const found = readTimestamp(text);
  if (typeof found === 'string') return { kind: 'violation', ...faults[found] } as const;
  if (found.length === 0) return { kind: 'conformant' } as const;
  return { kind: 'contested', form: found.map((form) => contestedForms[form]).join('; ') } as const;
}

/** The form that nearly every service uses: what has it certainly conforms. */
export const usualTimestamp =
  /^(?:1[6-9]|[2-9]\d)\d\d-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|\+00:00)$/;

/** The clock of a service and the clock by which its stored times were taken may differ by so much. */
export const mostClockErrorMs = 600_000;

/** Literals, because k6's engine compiles those once for all virtual users, but a pattern made from a string in each of them. */
const dateAndTimeWithoutT =
  /^([0-9]{4}[-\u2010]?(?:[0-9]{2}[-\u2010]?[0-9]{2}|[0-9]{3}|[Ww][0-9]{2}[-\u2010]?[0-9]))((?:[0-9]{2}:?){1,3}(?:[.,][0-9]+)?[Zz+\-\u2212])/;
const dateAndTime =
  /^([^Tt]*)[Tt]([0-9]{2})(?:(:?)([0-9]{2})(?:(:?)([0-9]{2}))?)?(?:[.,]([0-9]+))?([^0-9:.,][\s\S]*)?$/;
const designator = /^(?:[Zz]|[+\-\u2212](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?)$/;

/** The basic form has no separators, the extended form does; an hour alone, Z and +00 belong to both. */
function readTimestamp(text: string) {
  const withT = text.replace(dateAndTimeWithoutT, '$1T$2');
  const [, date = text, hour, colon, minute = '', nextColon, second = '', fraction = '', zone = ''] =
    dateAndTime.exec(withT) ?? [];
  const found = readDate(date);
  if (typeof found === 'string') return found;
  const { year, isExtended, day } = found;
  const leap = second === '60' ? leapSecondAt(day, `${hour}${minute}`) : 'none';
  if (hour !== undefined) {
    const isMixed = (separator: string | undefined) =>
      separator !== undefined && (separator !== '') !== isExtended;
    if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return 'range';
    if (hour === '24' && /[1-9]/.test(minute + second + fraction)) return 'range';
    if (isMixed(colon) || isMixed(nextColon)) return 'mixed';
    if (zone === '') return 'no-zone';
    if (!designator.test(zone)) return 'zone';
    if (/[1-9]/.test(zone)) return 'offset';
    if (zone.includes(':') && !isExtended) return 'mixed';
    if (leap === 'impossible') return 'leap-second';
  }
  const forms = [
    hour === undefined && 'date-only',
    withT !== text && 'no-t',
    /[twz]/.test(text) && 'lower-case',
    /[\u2010\u2212]/.test(text) && 'minus-sign',
    year.length > 4 && 'expanded-year',
    year < '1583' && year.length === 4 && 'early-year',
    hour === '24' && 'hour-24',
    leap === 'unknown' && 'unknown-leap-second',
    /^[-\u2212]/.test(zone) && 'negative-zero',
    isExtended && zone.length === 5 && 'basic-offset',
  ] as const;
  return forms.filter((form) => form !== false);
}

/** A year, and a day by month, of the year or by week. Where no separator ends a signed year, it has six digits if the rest fits. */
const dateForm =
  /^([+\-\u2212](?:[0-9]{6}|[0-9]{4,}?)|[0-9]{4})([-\u2010]?)(?:([0-9]{2})([-\u2010]?)([0-9]{2})|([0-9]{3})|[Ww]([0-9]{2})([-\u2010]?)([0-9]))$/;

function readDate(text: string) {
  const [, year, separator = '', month, inMonth, ofMonth, ofYear, week, inWeek, ofWeek] =
    dateForm.exec(text) ?? [];
  if (year === undefined) return 'form';
  const isExtended = separator !== '';
  if (((inMonth ?? inWeek ?? separator) !== '') !== isExtended) return 'mixed';
  const day = dayOf(yearNumber(year), Number(month), Number(week), Number(ofMonth ?? ofYear ?? ofWeek));
  return day ? { year, isExtended, day } : 'range';
}

/**
 * `month`, `week`: NaN if the date has none. The engine carries surplus days over into another month or year, which means that the day
 * does not exist.
 */
function dayOf(year: number, month: number, week: number, day: number): Date | false {
  if (month >= 0) {
    const found = midnight(year, month - 1, day);
    return found.getUTCMonth() === month - 1 && found;
  }
  if (week >= 0) {
    // 4 January is in week 1, and a week belongs to the year of its Thursday.
    const thursday = week * 7 - ((midnight(year, 0, 4).getUTCDay() + 6) % 7);
    const exists = day >= 1 && day <= 7 && midnight(year, 0, thursday).getUTCFullYear() === year;
    return exists && midnight(year, 0, thursday + day - 4);
  }
  const found = midnight(year, 0, day);
  return found.getUTCFullYear() === year && found;
}

/** The calendar repeats every 400 years, so the last five digits are enough. */
function yearNumber(text: string): number {
  const digits = Number(text.replace(/[^0-9]/, '').slice(-5));
  return /^[-\u2212]/.test(text) ? -digits : digits;
}

/** Unlike `Date.UTC`, this takes the years 0 to 99 literally. */
function midnight(year: number, month: number, day: number): Date {
  return new Date(new Date(0).setUTCFullYear(year, month, day));
}

/** Months that ended with a leap second, according to the bulletins of the IERS. */
const leapMonths =
  '1972-06 1972-12 1973-12 1974-12 1975-12 1976-12 1977-12 1978-12 1979-12 1981-06 1982-06 1983-06 1985-06 1987-12 ' +
  '1989-12 1990-12 1992-06 1993-06 1994-06 1995-12 1997-06 1998-12 2005-12 2008-12 2012-06 2015-06 2016-12';

/** Leap seconds occur at the end of a month in UTC and are announced half a year ahead, so later ones are unknown. */
function leapSecondAt(day: Date, minute: string): 'known' | 'unknown' | 'impossible' {
  const isMonthEnd = new Date(day.getTime() + 86_400_000).getUTCDate() === 1;
  if (!isMonthEnd || minute !== '2359') return 'impossible';
  if (leapMonths.includes(day.toISOString().slice(0, 7))) return 'known';
  return day.getUTCFullYear() > 2016 ? 'unknown' : 'impossible';
}
