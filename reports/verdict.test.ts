import { describe, expect, it } from 'vitest';
import { documentChecks } from '../checks/catalogue.ts';
import { said } from '../checks/causes.ts';
import { type Finding, findingsOf } from '../checks/findings.ts';
import { decide } from './verdict.ts';

const [plain] = findingsOf(documentChecks, {}, {});

function finding(change: Partial<Finding>): Finding {
  if (plain === undefined) throw new Error('no finding');
  return { ...plain, samples: 10, verdict: 'pass', ...change };
}

const passing = finding({});
const failing = finding({ verdict: 'fail', failures: 1 });
const open = finding({ verdict: 'inconclusive' });

describe('the verdict', () => {
  it.each<[string, Finding[], string]>([
    ['all pass', [passing, passing], 'pass'],
    ['one fails', [passing, open, failing], 'fail'],
    ['one is open', [passing, open], 'inconclusive'],
    ['nothing was judged', [], 'inconclusive'],
    ['nothing was proved', [finding({ verdict: 'not-applicable' })], 'inconclusive'],
    ['a pass without samples', [finding({ samples: 0 })], 'inconclusive'],
    [
      'a fail is waived',
      [passing, { ...failing, waiver: { reason: 'known', expires: '2030-01-01' } }],
      'pass',
    ],
    ['a fail is only observed', [passing, finding({ verdict: 'fail', origin: 'observed' })], 'pass'],
  ])('when %s', (_, findings, verdict) => {
    expect(decide(findings, [], 'complete').verdict).toBe(verdict);
  });

  it('is first about who gets in', () => {
    const admitted = { ...failing, check: 'auth-made-up-refused', title: 'Encrypt succeeds' };
    expect(decide([failing, admitted], [], 'complete').reason).toMatch(/^Encrypt succeeds/);
  });

  it('says of a pass what was waived into it', () => {
    const waived = { ...failing, waiver: { reason: 'known', expires: '2030-01-01' } };
    const reason = (...findings: Finding[]) => decide(findings, [], 'complete').reason;
    expect(reason(passing)).toBe('1 check passed and none failed.');
    expect(reason(passing, waived)).toBe(
      `1 check passed; 1 failure waived: ${failing.check} until 2030-01-01.`,
    );
    expect(reason(passing, waived, { ...waived, check: 'other' })).toBe(
      `1 check passed; 2 failures waived: ${failing.check} until 2030-01-01, other until 2030-01-01.`,
    );
  });

  it('says of a pass which failures only observed', () => {
    const observed = (check: string) => ({ ...failing, check, origin: 'observed' }) as const;
    const reason = (...findings: Finding[]) => decide(findings, [], 'complete').reason;
    expect(reason(passing, observed('a'))).toBe('1 check passed; 1 failure only observed: a.');
    const waived = { ...failing, check: 'w', waiver: { reason: 'known', expires: '2030-01-01' } };
    const four = ['a', 'b', 'c', 'd'].map(observed);
    expect(reason(passing, waived, ...four)).toBe(
      '1 check passed; 1 failure waived: w until 2030-01-01; 4 failures only observed: a, b, c and others.',
    );
    expect(reason(passing, finding({ origin: 'observed' }))).toBe('2 checks passed and none failed.');
  });

  it('counts causes that belong to no check', () => {
    expect(decide([passing], [said('problem', { problem: 'x' })], 'complete').verdict).toBe('inconclusive');
    expect(decide([passing, open], [said('waiver-unused', { check: 'x' })], 'complete').verdict).toBe('fail');
  });

  it.each([
    ['unreachable', 'The service could not be reached.'],
    ['interrupted', 'The run was interrupted.'],
    ['broken', 'The harness failed.'],
  ] as const)('is withheld from a run that was %s', (completeness, said) => {
    const { verdict, reason } = decide([passing, failing], [], completeness);
    expect([verdict, reason]).toEqual(['inconclusive', said]);
  });

  it('names the most serious cause first', () => {
    expect(decide([open, failing], [], 'complete').causes.map(({ verdict }) => verdict)).toEqual([
      'fail',
      'inconclusive',
    ]);
  });
});
