import { describe, expect, it } from 'vitest';
import type { Finding } from '../../checks/findings.ts';
import type { BeforeLoad } from '../facts.ts';
import { conformanceFacts } from '../facts-fixture.ts';
import { buildReport } from './build-report.ts';
import { settleFindings } from './settle-findings.ts';

const slow = { ms: 24_600, ofMs: 30_000, characters: 4_300_000 };
const words =
  /^Reading answers of up to 4.300.000 characters took 25 of the 30 s of the conformance phase, so others were not asked for or not read\. Use a quieter machine or a larger profile/;
const [finding] = buildReport(conformanceFacts()).findings;

/** The finding, settled after a conformance phase in which reading took this long. */
function settled(found: Finding, slowReading?: BeforeLoad['slowReading']): Finding | undefined {
  const facts = conformanceFacts();
  if (facts.before === null) throw new Error('no facts');
  const before = { ...facts.before, ...(slowReading && { slowReading }) };
  return settleFindings([found], [], { ...facts, before }).findings[0];
}

it('that reading took the time is said of what lacks answers', () => {
  if (finding === undefined) throw new Error('The fixture has no findings.');
  const open = { ...finding, verdict: 'inconclusive', samples: 2, floor: 5 } as const;
  expect(settled(open, slow)?.remedy).toMatch(words);
  expect(settled(open)).toEqual(open);
});

it('it is not said of what is open for another reason, or decided', () => {
  if (finding === undefined) throw new Error('The fixture has no findings.');
  for (const other of [
    { verdict: 'inconclusive', samples: 9, floor: 5 },
    { verdict: 'fail', samples: 2, floor: 5 },
  ] as const) {
    const found = { ...finding, ...other };
    expect(settled(found, slow)).toEqual(found);
  }
});

describe('wrong credentials that are admitted for one reason', () => {
  const cause = (name: string) => ({ cause: name, count: 2, expected: 'a', actual: 'b', evidence: [] });
  const broken = (check: string, failures: number, ...names: readonly string[]): Finding => ({
    ...(finding as Finding),
    ...{ check, verdict: 'fail', samples: 100, failures, causes: names.map(cause) },
  });
  const settledAll = (...found: readonly Finding[]) =>
    settleFindings(found, [], seen).findings.map(({ check, because, causes }) => [
      check,
      because,
      causes.map((one) => one.cause),
    ]);
  const { before, ...facts } = conformanceFacts();
  const seen = { ...facts, before: before as BeforeLoad };
  const [absent, scheme, madeUp] = [
    'auth-absent-refused',
    'auth-scheme-refused',
    'auth-made-up-refused',
  ] as const;

  it('are one fault where they are admitted for what they are sent with', () => {
    const beside = (form: string) => `${form}, with the token in a cookie`;
    const found = [
      broken(absent, 2, beside('no header')),
      broken(scheme, 4, beside('Token'), 'Token'),
      broken(madeUp, 3, beside('a word'), beside('a JWT')),
    ];
    expect(settledAll(...found).map(([check, because]) => [check, because])).toEqual([
      [absent, undefined],
      [scheme, undefined],
      [madeUp, absent],
    ]);
  });

  it('are one fault where nothing is asked for at all', () => {
    expect(settledAll(broken(absent, 100, 'a', 'b'), broken(madeUp, 100, 'c', 'd'))).toEqual([
      [absent, undefined, ['whatever was sent']],
      [madeUp, absent, ['whatever was sent']],
    ]);
  });

  it('are faults of their own otherwise', () => {
    expect(
      settledAll(broken(scheme, 100, 'a'), broken(madeUp, 100, 'b')).map(([, because]) => because),
    ).toEqual([undefined, undefined]);
  });
});
