import { field, withoutField } from './changes.ts';
import { type FaultRow, faultsOn } from './row.ts';

const notIso8601: Readonly<Record<string, string>> = {
  space: '2026-11-21 02:36:42Z',
  'rfc-1123': 'Sat, 21 Nov 2026 02:36:42 GMT',
  locale: '11/21/2026, 2:36:42 AM',
  'day-first': '21-11-2026T02:36:42Z',
  slashes: '2026/11/21T02:36:42Z',
  'epoch-digits': '1795228602',
  'epoch-milliseconds': '1795228602689',
  'utc-word': '2026-11-21T02:36:42 UTC',
  'zone-name': '2026-11-21T02:36:42Z[UTC]',
  'month-13': '2026-13-21T02:36:42Z',
  'february-30': '2026-02-30T02:36:42Z',
  'no-leap-day': '2025-02-29T02:36:42Z',
  'hour-25': '2026-11-21T25:36:42Z',
  'minute-60': '2026-11-21T02:60:42Z',
  'second-60': '2026-11-21T02:36:60Z',
  'week-54': '2026-W54-1T02:36:42Z',
  'day-366': '2026-366T02:36:42Z',
  'one-digit-month': '2026-1-21T02:36:42Z',
  'two-digit-year': '26-11-21T02:36:42Z',
  'mixed-forms': '20261121T02:36:42Z',
  'bare-fraction': '2026-11-21T02:36:42.Z',
  interval: '2026-11-21T02:36:42Z/2026-11-21T03:36:42Z',
  duration: 'PT2H36M',
  placeholder: '<timestamp>',
  never: 'never',
  empty: '',
  'leading-space': ' 2026-11-21T02:36:42Z',
  'trailing-newline': '2026-11-21T02:36:42Z\n',
  'arabic-digits': '٢٠٢٦-١١-٢١T٠٢:٣٦:٤٢Z',
  'two-zones': '2026-11-21T02:36:42+00:00Z',
};

const notUtc: Readonly<Record<string, string>> = {
  'no-zone': '2026-11-21T02:36:42',
  'no-zone-fraction': '2026-11-21T02:36:42.689123',
  'no-zone-basic': '20261121T023642',
  'no-zone-minutes': '2026-11-21T02:36',
  'plus-two': '2026-11-21T04:36:42+02:00',
  'plus-one-hour-only': '2026-11-21T03:36:42+01',
  'minus-five': '2026-11-20T21:36:42-05:00',
  'plus-half-hour': '2026-11-21T08:06:42+05:30',
  'plus-one-minute': '2026-11-21T02:37:42+00:01',
  'basic-plus-two': '20261121T043642+0200',
};

export const lastSyncFaults = faultsOn('user', [
  ['last-sync-missing', 'user-last-sync-present', 'There is no last_sync.', withoutField('last_sync')],
  ['last-sync-null', 'user-last-sync-string', 'last_sync is null.', field('last_sync', null)],
  ['last-sync-number', 'user-last-sync-string', 'last_sync is a number.', field('last_sync', 1795228602)],
  ['last-sync-false', 'user-last-sync-string', 'last_sync is false.', field('last_sync', false)],
  ['last-sync-object', 'user-last-sync-string', 'last_sync is an object.', field('last_sync', { at: 'Z' })],
  ...rowsFor('user-last-sync-iso8601', notIso8601),
  ...rowsFor('user-last-sync-utc', notUtc),
]);

function rowsFor(check: FaultRow[1], values: Readonly<Record<string, string>>): FaultRow[] {
  return Object.entries(values).map(([form, value]) => [
    `last-sync-${form}`,
    check,
    `last_sync is ${JSON.stringify(value)}.`,
    field('last_sync', value),
  ]);
}
