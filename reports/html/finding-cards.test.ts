import { expect, it } from 'vitest';
import { evidence } from '../passing-fixture.ts';
import { howItWasBroken } from './finding-cards.ts';

/** What is shown of one cause that broke 40 answers, first one with a header of its own. */
function shown(samples: number): string {
  const variety = 'a valid call, with Accept: */*';
  const cause = {
    cause: 'not JSON',
    count: 40,
    expected: 'a JSON text',
    actual: 'no JSON: HTML',
    evidence: [evidence({ variety })],
  };
  return JSON.stringify(howItWasBroken({ causes: [cause], contested: [], samples }));
}

it('says what was special about a case, unless all answers are like it', () => {
  expect(shown(300)).toContain('with Accept: */*');
  expect(shown(300)).not.toContain('in every answer');
  expect(shown(40)).toContain('40 times, in every answer');
  expect(shown(40)).not.toContain('Accept: */*');
});
