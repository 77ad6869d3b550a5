import { expect, test } from 'vitest';
import type { BenchOptions } from './options.ts';
import { plan } from './plan.ts';
import type { Run } from './results.ts';

const asked: BenchOptions = {
  runs: 2,
  profile: 'quick',
  only: [],
  rungs: ['19 ms', '20.5 ms'],
  burners: [0, 4],
  nice: true,
  maxMinutes: 1,
  fresh: false,
  render: false,
};
const texts = (earlier: readonly Run[], tools = ['harness', 'oha']) =>
  plan(asked, tools, earlier).map(
    ({ tool, rung, burners, nice, profile }) => `${burners} ${rung.name} ${tool} ${profile} ${nice}`,
  );

test('asks every tool on one rung before the next, round by round', () => {
  const round = texts([]).slice(0, 8);
  expect(texts([])).toEqual([...round, ...round]);
  expect(round.slice(0, 3)).toEqual([
    '0 19 ms harness quick true',
    '0 19 ms oha  false',
    '0 20.5 ms harness quick true',
  ]);
});

test('goes on where it was stopped', () => {
  const overshootUs = { p50: 0, p95: 0, p99: 0, max: 0 };
  const facts = {
    startedAt: '',
    loadAverage: 0,
    othersBusyShare: 0,
    seconds: 6,
    serverPriority: 'default',
    overshootUs,
  };
  const done = {
    ...facts,
    tool: 'oha',
    rung: '19 ms',
    burners: 0,
    nice: false,
    profile: '',
    readings: [],
    error: null,
  };
  expect(texts([done], ['oha'])).toHaveLength(7);
  expect(texts([done, done], ['oha'])).not.toContain('0 19 ms oha  false');
  expect(texts([{ ...done, burners: 2 }], ['oha'])).toHaveLength(8);
});

test('refuses a rung that is not there', () => {
  expect(() => plan({ ...asked, rungs: ['17 ms'] }, ['oha'], [])).toThrow(
    'there is no 17 ms; there are 15 ms',
  );
});
