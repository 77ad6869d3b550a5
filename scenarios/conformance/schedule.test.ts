import { expect, it } from 'vitest';
import { profiles } from '../../schemas/profiles.ts';
import { askedWith } from '../../tests/asked.ts';
import { conformanceSchedule } from './schedule.ts';

const sixteen = /x{16,}/g;

it.each(profiles)(
  'half of the calls of user and of sync come in groups of sixteen: $name',
  ({ conformance }) => {
    const schedule = conformanceSchedule(conformance, askedWith('token-with-Case.0123456789', 1));
    for (const endpoint of ['user', 'sync'] as const) {
      const own = schedule.map(({ request }) => (request.endpoint === endpoint ? 'x' : ' ')).join('');
      const together = own.match(sixteen) ?? [];
      expect(together.join('').length).toBeGreaterThan(0.4 * own.replaceAll(' ', '').length);
    }
  },
);
