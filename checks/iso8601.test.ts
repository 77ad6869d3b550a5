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
        expect(found).toEqual({ kind: 'violation', ...faults().offset });
      }),
      { numRuns: 500 },
    );
  });

  it('finds every instant without a designator not in UTC', () => {
    fc.assert(
      fc.property(instants, ({ text }) => {
        expect(classifyTimestamp(text)).toEqual({ kind: 'violation', ...faults()['no-zone'] });
      }),
    );
  });

  it('knows exactly the years that have a week 53, and the leap years', () => {
    for (let year = 1583; year < 2400; year++) {
      const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
      const lastDay = new Date(Date.UTC(year, 11, 31)).getUTCDay();
      const firstDay = new Date(Date.UTC(year, 0, 1)).getUTCDay();
      const long = lastDay === 4 || firstDay === 4;
      expect([year, classifyTimestamp(`${year}-02-29T00Z`).kind === 'conformant']).toEqual([year, leap]);
      expect([year, classifyTimestamp(`${year}-366T00Z`).kind === 'conformant']).toEqual([year, leap]);
      expect([year, classifyTimestamp(`${year}-W53-1T00Z`).kind === 'conformant']).toEqual([year, long]);
    }
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
      form: names.map((name) => contestedForms()[name]).join('; '),
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
