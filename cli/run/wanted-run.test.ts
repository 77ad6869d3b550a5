import { expect, it } from 'vitest';
import { scenarioNamed } from '../../schemas/scenarios.ts';
import { readWantedRun } from './wanted-run.ts';

it.each([
  [{}, 4],
  [{ atMost: '8' }, 8],
  [{ rate: '5' }, 1],
  [{ rate: '5', atMost: '8' }, 8],
])(
  'with %j makes at most %i loads: where all of them are too few, only those that were asked for',
  async (chosen, most) => {
    const wanted = await readWantedRun(scenarioNamed('gate'), { embedded: true, ...chosen }, {});
    expect(wanted.loadsMost).toBe(most);
  },
);
