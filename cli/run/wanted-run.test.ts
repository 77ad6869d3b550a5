import { expect, it } from 'vitest';
import { scenarioNamed } from '../../schemas/scenarios.ts';
import { readWantedRun, wantsPriority } from './wanted-run.ts';

it.each([
  [{}, 3],
  [{ profile: 'quick' }, 6],
  [{ profile: 'thorough' }, 1],
  [{ within: '0' }, 1],
  [{ within: '3m' }, 2],
  [{ within: '10m' }, 4],
  [{ duration: '10s' }, 1],
  [{ duration: '10s', within: '2m' }, 4],
  [{ rate: '5' }, 1],
  [{ rate: '1', within: '4h' }, 11],
])(
  'with %j makes at most %i loads: where all of them are too few, only those that were asked for',
  async (chosen, most) => {
    const wanted = await readWantedRun(scenarioNamed('gate'), { embedded: true, ...chosen }, {});
    expect(wanted.loadsMost).toBe(most);
  },
);

it.each([
  [{ baseUrl: 'http://localhost:8080' }, {}, false],
  [{ embedded: true }, {}, false],
  [{ baseUrl: 'https://staging.example.com' }, {}, true],
  [{ baseUrl: 'http://localhost:8080' }, { nice: true }, true],
  [{ baseUrl: 'https://staging.example.com' }, { nice: false }, false],
])('against %j with %j wants priority over other programs: %s', async (service, chosen, wanted) => {
  const options = { yes: true, ...service, ...chosen };
  const env = 'embedded' in service ? {} : { ACCESS_TOKEN: 'token-0123456789' };
  expect(wantsPriority(await readWantedRun(scenarioNamed('gate'), options, env))).toBe(wanted);
});
