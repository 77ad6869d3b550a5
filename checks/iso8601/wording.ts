/** Why a text is no ISO 8601 timestamp in UTC: `rule` names the half of the sentence that is broken. A virtual user that meets none holds no table of them. */
export const faults = () =>
  ({
    empty: { rule: 'iso8601', reason: 'the text is empty' },
    placeholder: { rule: 'iso8601', reason: 'the text is a placeholder instead of a timestamp' },
    'white-space': { rule: 'iso8601', reason: 'there is white space before or after the timestamp' },
    'non-ascii': { rule: 'iso8601', reason: 'there is a non-ASCII character, which ISO 8601 does not allow' },
    number: { rule: 'iso8601', reason: 'a plain number, such as seconds since 1970, not a date and time' },
    words: {
      rule: 'iso8601',
      reason: 'there are words or letters where ISO 8601 has digits, as in RFC 1123 and locale formats',
    },
    separators: {
      rule: 'iso8601',
      reason: 'slashes or dots separate the parts of the date instead of hyphens',
    },
    duration: { rule: 'iso8601', reason: 'a duration, not a point in time' },
    interval: { rule: 'iso8601', reason: 'an interval or repetition, not a point in time' },
    space: { rule: 'iso8601', reason: 'there is a space instead of the T between date and time' },
    'no-t': { rule: 'iso8601', reason: 'the T between date and time is missing' },
    'time-only': { rule: 'iso8601', reason: 'a time without a date' },
    'date-incomplete': { rule: 'iso8601', reason: 'the date is incomplete: a year, month or week alone' },
    'date-zone': { rule: 'iso8601', reason: 'a UTC designator follows a date without a time' },
    'year-first': { rule: 'iso8601', reason: 'the date does not begin with a year of four digits' },
    'year-sign': { rule: 'iso8601', reason: 'a year of more than four digits has no sign' },
    'one-digit': { rule: 'iso8601', reason: 'a part of the date or time has one digit where two are needed' },
    date: { rule: 'iso8601', reason: 'the date is not in any ISO 8601 form' },
    month: { rule: 'iso8601', reason: 'there is no such month' },
    day: { rule: 'iso8601', reason: 'there is no such day in that month' },
    ordinal: { rule: 'iso8601', reason: 'there is no such day in that year' },
    week: { rule: 'iso8601', reason: 'there is no such week in that year' },
    weekday: { rule: 'iso8601', reason: 'there is no such day of the week' },
    'no-time': { rule: 'iso8601', reason: 'no time follows the T' },
    time: { rule: 'iso8601', reason: 'the time is not in any ISO 8601 form' },
    fraction: { rule: 'iso8601', reason: 'no digit follows the decimal sign' },
    hour: { rule: 'iso8601', reason: 'there is no such hour' },
    minute: { rule: 'iso8601', reason: 'there is no such minute' },
    second: { rule: 'iso8601', reason: 'there is no such second' },
    'leap-second': { rule: 'iso8601', reason: 'a second 60 at a time other than 23:59 UTC' },
    'after-midnight': { rule: 'iso8601', reason: 'hour 24 is followed by something other than zero' },
    mixed: {
      rule: 'iso8601',
      reason: 'basic form (without separators) and extended form (with separators) are mixed',
    },
    'zone-name': { rule: 'iso8601', reason: 'there is a name such as UTC or GMT where ISO 8601 has Z' },
    'zone-brackets': {
      rule: 'iso8601',
      reason: 'a zone name in brackets follows, which ISO 8601 does not have',
    },
    'zone-twice': { rule: 'iso8601', reason: 'there is both a Z and an offset' },
    zone: { rule: 'iso8601', reason: 'what follows the time is neither Z nor an ISO 8601 offset' },
    'offset-range': { rule: 'iso8601', reason: 'there is no such offset' },
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
