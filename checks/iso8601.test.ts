import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyTimestamp, contestedForms, faults } from './iso8601.ts';

type Style = 'basic' | 'extended';

const styles = fc.constantFrom<Style[]>('basic', 'extended');
const two = (value: number) => String(value).padStart(2, '0');
const join = (style: Style, separator: string, parts: readonly string[]) =>
  parts.join(style === 'extended' ? separator : '');

const days = fc.date({
  min: new Date('1583-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const fractions = fc.option(
  fc.tuple(fc.constantFrom('.', ','), fc.stringMatching(/^[0-9]{1,40}$/)).map((parts) => parts.join('')),
  { nil: '' },
);
const dayForms = fc.constantFrom('calendar', 'ordinal', 'week');

/** Independent of the code under test: the engine's calendar, and the Thursday rule for weeks. */
function writeDay(day: Date, form: string, style: Style): string {
  const year = String(day.getUTCFullYear()).padStart(4, '0');
  if (form === 'calendar') return join(style, '-', [year, two(day.getUTCMonth() + 1), two(day.getUTCDate())]);
  const dayOf = (date: Date) =>
    Math.floor(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) / 86_400_000);
  const newYear = (of: number) => Date.UTC(of, 0, 1) / 86_400_000;
  if (form === 'ordinal') {
    return join(style, '-', [year, String(dayOf(day) - newYear(day.getUTCFullYear()) + 1).padStart(3, '0')]);
  }
  const weekday = day.getUTCDay() === 0 ? 7 : day.getUTCDay();
  const thursday = new Date((dayOf(day) - weekday + 4) * 86_400_000);
  const weekYear = thursday.getUTCFullYear();
  const week = Math.floor((dayOf(thursday) - newYear(weekYear)) / 7) + 1;
  return join(style, '-', [String(weekYear).padStart(4, '0'), `W${two(week)}`, String(weekday)]);
}

const dates = fc.record({ day: days, form: dayForms }).filter(({ day, form }) => {
  const lastDay = day.getUTCFullYear() === 9999 && day.getUTCMonth() === 11;
  const firstDay = day.getUTCFullYear() === 1583 && day.getUTCMonth() === 0;
  return form !== 'week' || !(lastDay || firstDay);
});
const times = fc.record({
  parts: fc
    .tuple(
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
      fc.integer({ min: 0, max: 59 }),
      fc.integer({ min: 1, max: 3 }),
    )
    .map(([hour, minute, second, count]) => [hour, minute, second].slice(0, count).map(two)),
  fraction: fractions,
});

const instants = fc.record({ style: styles, date: dates, time: times }).map(({ style, date, time }) => ({
  style,
  text: `${writeDay(date.day, date.form, style)}T${join(style, ':', time.parts)}${time.fraction}`,
}));

/** Computed here, unlike in the code under test, which asks the engine's calendar. */
const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const lengths = (year: number) => [31, isLeapYear(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const lastWeekday = (year: number) =>
  (year + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400)) % 7;
const weeks = (year: number) => (lastWeekday(year) === 4 || lastWeekday(year - 1) === 3 ? 53 : 52);

const years = fc.integer({ min: 1583, max: 9999 });
const below = (limit: number) => fc.integer({ min: 0, max: limit - 1 });
const isIn = (first: number, value: number, last: number) => value >= first && value <= last;
/** A year with numbers that no calendar has, in the number of digits that the form requires. */
const impossibleDates = fc.oneof(
  fc
    .tuple(years, below(100), below(100))
    .filter(([year, month, day]) => !isIn(1, day, lengths(year)[month - 1] ?? 0))
    .map(([year, month, day]) => [`${year}`, two(month), two(day)]),
  fc
    .tuple(years, below(1000))
    .filter(([year, day]) => !isIn(1, day, isLeapYear(year) ? 366 : 365))
    .map(([year, day]) => [`${year}`, String(day).padStart(3, '0')]),
  fc
    .tuple(years, below(100), below(10))
    .filter(([year, week, weekday]) => !(isIn(1, week, weeks(year)) && isIn(1, weekday, 7)))
    .map(([year, week, weekday]) => [`${year}`, `W${two(week)}`, `${weekday}`]),
);
const impossibleTimes = fc
  .tuple(below(100), below(100), below(100))
  .filter(([hour, minute, second]) => hour > 24 || minute > 59 || second > 60)
  .map((parts) => parts.map(two));

/** The 27 days after a leap second, in seconds since 1900, as listed by the IERS. */
const daysAfterLeapSeconds = [
  2287785600, 2303683200, 2335219200, 2366755200, 2398291200, 2429913600, 2461449600, 2492985600, 2524521600,
  2571782400, 2603318400, 2634854400, 2698012800, 2776982400, 2840140800, 2871676800, 2918937600, 2950473600,
  2982009600, 3029443200, 3076704000, 3124137600, 3345062400, 3439756800, 3550089600, 3644697600, 3692217600,
].map((second) => second * 1000 + Date.UTC(1900, 0, 1));

describe('classifyTimestamp', () => {
  it('finds every instant in every form of ISO 8601 conformant', () => {
    const designators = fc.constantFrom('Z', '+00', 'full');
    fc.assert(
      fc.property(instants, designators, ({ style, text }, zone) => {
        const full = style === 'basic' ? '+0000' : '+00:00';
        expect(classifyTimestamp(text + (zone === 'full' ? full : zone))).toEqual({ kind: 'conformant' });
      }),
      { numRuns: 1000 },
    );
  });

  it('finds every instant with an offset other than zero not in UTC', () => {
    const offsets = fc
      .tuple(
        fc.constantFrom('+', '-', '\u2212'),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
      )
      .filter(([, hours, minutes]) => hours + minutes > 0);
    fc.assert(
      fc.property(instants, offsets, fc.constantFrom('', ':'), ({ text }, [sign, hours, minutes], colon) => {
        const found = classifyTimestamp(`${text}${sign}${two(hours)}${colon}${two(minutes)}`);
        expect(found).toEqual({ kind: 'violation', ...faults.offset });
      }),
      { numRuns: 500 },
    );
  });

  it('finds every instant without a designator not in UTC', () => {
    fc.assert(
      fc.property(instants, ({ text }) => {
        expect(classifyTimestamp(text)).toEqual({ kind: 'violation', ...faults['no-zone'] });
      }),
    );
  });

  it('leaves every instant without a T undecided', () => {
    fc.assert(
      fc.property(instants, ({ text }) => {
        const found = classifyTimestamp(`${text.replace('T', '')}Z`);
        expect(found).toEqual({ kind: 'contested', form: contestedForms['no-t'] });
      }),
    );
  });

  it('finds every impossible date and every impossible time a violation', () => {
    const impossible = fc.oneof(
      fc.tuple(styles, impossibleDates, fc.constant(['02', '36', '42'])),
      fc.tuple(styles, fc.constant(['2026', '11', '21']), impossibleTimes),
    );
    fc.assert(
      fc.property(impossible, fc.constantFrom('T', ''), ([style, date, time], mark) => {
        const found = classifyTimestamp(`${join(style, '-', date)}${mark}${join(style, ':', time)}Z`);
        expect(found).toEqual({ kind: 'violation', ...faults.range });
      }),
      { numRuns: 2000 },
    );
  });

  it('knows exactly the years that have a week 53, and the leap years', () => {
    for (let year = 1583; year < 2400; year++) {
      const isConformant = (date: string) => classifyTimestamp(`${year}-${date}T00Z`).kind === 'conformant';
      expect([year, isConformant('02-29')]).toEqual([year, isLeapYear(year)]);
      expect([year, isConformant('366')]).toEqual([year, isLeapYear(year)]);
      expect([year, isConformant('W53-1')]).toEqual([year, weeks(year) === 53]);
    }
  });

  it('knows every leap second, in every form, and leaves later ends of months undecided', () => {
    const last = Math.max(...daysAfterLeapSeconds);
    const misjudged: string[] = [];
    for (let next = Date.UTC(1970, 0, 2); next < Date.UTC(2040, 0, 2); next += 86_400_000) {
      const isOpen = next > last && new Date(next).getUTCDate() === 1;
      const expected = daysAfterLeapSeconds.includes(next)
        ? 'conformant'
        : isOpen
          ? 'contested'
          : 'violation';
      for (const form of ['calendar', 'ordinal', 'week']) {
        const text = `${writeDay(new Date(next - 1), form, 'extended')}T23:59:60Z`;
        if (classifyTimestamp(text).kind !== expected) misjudged.push(text);
      }
    }
    expect(misjudged).toEqual([]);
  });

  it('never throws, and says why in words', () => {
    const pieces = fc.constantFrom(
      ...'0123456789TtZzWw+-:.,/[] PR\u2212\n\ud800'.split(''),
      '2026-11-21',
      '02:36:42',
    );
    const almost = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), almost), (text) => {
        const found = classifyTimestamp(text);
        if (found.kind === 'violation') expect(found.reason.length).toBeGreaterThan(10);
        if (found.kind === 'contested') expect(found.form.length).toBeGreaterThan(10);
      }),
      { numRuns: 2000 },
    );
  });

  it('names every contested form of a text', () => {
    const found = classifyTimestamp('0001-01-01t24:00:00-0000');
    const names = ['lower-case', 'early-year', 'hour-24', 'negative-zero', 'basic-offset'] as const;
    expect(found).toEqual({
      kind: 'contested',
      form: names.map((name) => contestedForms[name]).join('; '),
    });
  });

  it('lets a fault win over a contested form', () => {
    expect(classifyTimestamp('0001-01-01t00:00:60z').kind).toBe('violation');
    expect(classifyTimestamp('+012026-02-30').kind).toBe('violation');
  });

  it('takes linear time on long texts', () => {
    const hostile = [
      '0',
      '-',
      '-00',
      ':',
      '00:',
      'T',
      'Z',
      ' ',
      '[',
      '/',
      'P',
      'W',
      '+00',
      '.',
      'é',
      'a',
      '\n',
    ];
    const heads = ['', '2026-11-21T02:36:42', '2026-11-21T02:36:42.', '+', '2026-11-21T', 'P', '1', '2026-'];
    const tails = ['', 'Z', 'x', '!'];
    for (const head of heads) {
      for (const unit of hostile) {
        const body = unit.repeat(100_000 / unit.length);
        for (const tail of tails) classifyTimestamp(head + body + tail);
      }
    }
    expect(classifyTimestamp(`2026-11-21T02:36:42.${'6'.repeat(1_000_000)}Z`)).toEqual({
      kind: 'conformant',
    });
  });
});
