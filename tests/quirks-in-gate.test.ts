import { describe, expect, it } from 'vitest';
import { variants } from '../service/variants/index.ts';
import { grouped, inTurns, judgedAs, judgeVariants, packed } from './variant-run.ts';

/** What two quirks may not both change. */
function subjectOf(name: string): string {
  return name
    .replace(/^(user-id|user-status|user-extra|last-sync)-.*/, '$1')
    .replace(/^(user|encrypt|sync|backup)-answers-.*/, '$1 status')
    .replace(/^(body|content-type|refusal|token)-.*/, '$1')
    .replace(
      /^(close|http|until|byte|in-two|early|gzip|deflate|brotli)[-.].*|^(gzip|deflate|brotli)$/,
      'delivery',
    );
}

/** Forms of last_sync take turns, and so do the statuses of refusals: a gate meets each of them many times. */
const turns = grouped(
  variants.filter(({ kind }) => kind === 'quirk'),
  ({ name }) => /^(last-sync-odd|refusal-\d)/.exec(name)?.[0] ?? name,
);

/** Every quirk in one service of several, each beside others that change something else. */
const services = packed(turns, ([first]) => [subjectOf(first?.name ?? '')]);

describe.concurrent('quirks in a whole gate', () => {
  // Where the machine is too busy, the time of the conformance phase is over before its floors are met.
  it.each(services.map((groups) => [groups.flat().map(({ name }) => name), groups] as const))(
    '%j',
    { retry: 2 },
    async (_, groups) => {
      const run = await judgeVariants(groups.flatMap(inTurns), 'gate');
      expect(judgedAs(run, 'fail')).toEqual([]);
      expect(judgedAs(run, 'inconclusive')).toEqual([]);
      expect(run.report?.endpoints.length).toBe(4);
    },
  );
});
