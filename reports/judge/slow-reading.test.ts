import { expect, it } from 'vitest';
import { conformanceFacts } from '../facts-fixture.ts';
import { buildReport } from './build-report.ts';
import { withTimeRemedy } from './slow-reading.ts';

const slow = { ms: 24_600, ofMs: 30_000, characters: 4_300_000 };
const words =
  /^Reading answers of up to 4.300.000 characters took 25 of the 30 s of the conformance phase, so others were not asked for or not read\. Let the service answer with less/;
const [finding] = buildReport(conformanceFacts()).findings;

it('is said of what lacks answers', () => {
  if (finding === undefined) throw new Error('The fixture has no findings.');
  const open = { ...finding, verdict: 'inconclusive', samples: 2, floor: 5 } as const;
  expect(withTimeRemedy(open, slow).remedy).toMatch(words);
  expect(withTimeRemedy(open, undefined)).toBe(open);
});

it('is not said of what is open for another reason, or decided', () => {
  if (finding === undefined) throw new Error('The fixture has no findings.');
  for (const other of [
    { verdict: 'inconclusive', samples: 9, floor: 5 },
    { verdict: 'fail', samples: 2, floor: 5 },
  ] as const) {
    const settled = { ...finding, ...other };
    expect(withTimeRemedy(settled, slow)).toBe(settled);
  }
});
