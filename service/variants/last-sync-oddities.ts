import { field } from './changes.ts';
import { type Row, variantsOf } from './row.ts';

/** Forms of ISO 8601 that say a date, a time and UTC. */
const iso8601InUtc: Readonly<Record<string, string>> = {
  'no-fraction': '2026-11-21T02:36:42Z',
  'zero-offset': '2026-11-21T02:36:42+00:00',
  'zero-offset-hours': '2026-11-21T02:36:42+00',
  basic: '20261121T023642Z',
  'basic-zero-offset': '20261121T023642+0000',
  'basic-zero-offset-hours': '20261121T023642+00',
  'basic-fraction': '20261121T023642.689Z',
  'one-digit-fraction': '2026-11-21T02:36:42.6Z',
  microseconds: '2026-11-21T02:36:42.689123Z',
  nanoseconds: '2026-11-21T02:36:42.689123456+00:00',
  'long-fraction': '2026-11-21T02:36:42.68912345678901234567890123456789Z',
  comma: '2026-11-21T02:36:42,689Z',
  'no-seconds': '2026-11-21T02:36Z',
  'no-minutes': '2026-11-21T02Z',
  'basic-no-seconds': '20261121T0236Z',
  'fraction-of-minute': '2026-11-21T02:36.7Z',
  'fraction-of-hour': '2026-11-21T02,6Z',
  ordinal: '2026-325T02:36:42Z',
  'ordinal-leap-year': '2024-366T02:36:42Z',
  'basic-ordinal': '2026325T023642Z',
  week: '2026-W47-6T02:36:42Z',
  'week-53': '2026-W53-7T02:36:42Z',
  'basic-week': '2026W476T023642Z',
  'leap-second': '2016-12-31T23:59:60Z',
  'leap-day': '2024-02-29T23:59:59Z',
  epoch: '1970-01-01T00:00:00Z',
  'before-epoch': '1969-12-31T23:59:59.999Z',
  'far-past': '1583-01-01T00:00:00Z',
  future: '2126-11-21T02:36:42Z',
  'far-future': '9999-12-31T23:59:59Z',
};

export const lastSyncOddities = variantsOf(
  'oddity',
  { on: ['user'] },
  Object.entries(iso8601InUtc).map(
    ([form, value]): Row => [`last-sync-odd-${form}`, `last_sync is ${value}.`, field('last_sync', value)],
  ),
);
