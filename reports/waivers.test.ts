import { describe, expect, it } from 'vitest';
import type { Finding } from '../checks/findings.ts';
import type { Waiver } from '../schemas/contract.ts';
import { passingReport } from './passing-fixture.ts';
import { reasonsOf } from './reasons.ts';
import { decide } from './verdict.ts';
import { applyWaivers } from './waivers.ts';

const today = '2030-06-15';
const waiver: Waiver = { check: 'user-last-sync-utc', reason: 'mended in the next release', expires: today };

function findingsWith(verdict: Finding['verdict'], check = waiver.check): Finding[] {
  return passingReport().findings.map((finding) =>
    finding.check === check ? { ...finding, verdict } : finding,
  );
}

function verdictOf(findings: readonly Finding[], waivers: readonly Waiver[]): string {
  const waived = applyWaivers(findings, waivers, today);
  return decide(waived.findings, waived.causes, 'complete').verdict;
}

describe('a waiver', () => {
  it('lets the failure of its check pass, and leaves it in sight', () => {
    const { findings, causes } = applyWaivers(findingsWith('fail'), [waiver], today);
    expect(causes).toEqual([]);
    expect(findings.find(({ check }) => check === waiver.check)).toMatchObject({
      verdict: 'fail',
      waiver: { reason: waiver.reason, expires: waiver.expires },
    });
    expect(verdictOf(findingsWith('fail'), [waiver])).toBe('pass');
  });

  it('lets no other check fail', () => {
    expect(verdictOf(findingsWith('fail', 'user-id-prefix'), [])).toBe('fail');
    const both = findingsWith('fail').map((finding) =>
      finding.check === 'user-id-prefix' ? { ...finding, verdict: 'fail' as const } : finding,
    );
    expect(verdictOf(both, [waiver])).toBe('fail');
  });

  it('fails the run the day after its last, and waives nothing then', () => {
    const old = { ...waiver, expires: '2030-06-14' };
    const { findings, causes } = applyWaivers(findingsWith('fail'), [old], today);
    expect(findings.every((finding) => finding.waiver === null)).toBe(true);
    expect(causes).toEqual([expect.objectContaining({ effect: 'fail', check: waiver.check })]);
    expect(causes[0]?.reason).toContain('expired on 2030-06-14');
    expect(verdictOf(findingsWith('pass'), [old])).toBe('fail');
    const decided = decide(findings, causes, 'complete');
    const reasons = reasonsOf({ ...decided, findings });
    expect(reasons.map(({ headline }) => headline)).toEqual([
      expect.not.stringContaining('expired'),
      'The waiver of user-last-sync-utc expired on 2030-06-14.',
    ]);
    expect(decided.reason).toMatch(/And 1 more finding\.$/);
  });

  it('fails the run when its check passes', () => {
    const { causes } = applyWaivers(findingsWith('pass'), [waiver], today);
    expect(causes).toEqual([expect.objectContaining({ effect: 'fail', remedy: 'Remove the waiver.' })]);
  });

  it('leaves a run open when its check had nothing to judge', () => {
    expect(verdictOf(findingsWith('not-applicable'), [waiver])).toBe('inconclusive');
  });

  it('says nothing where its check lacks evidence, or belongs to another scenario', () => {
    expect(applyWaivers(findingsWith('inconclusive'), [waiver], today).causes).toEqual([]);
    expect(applyWaivers([], [waiver], today).causes).toEqual([]);
    expect(verdictOf(findingsWith('inconclusive'), [waiver])).toBe('inconclusive');
  });

  it('is used when its check fails on one of several endpoints', () => {
    const [first] = findingsWith('pass').filter(({ check }) => check === waiver.check) as [Finding];
    const findings: Finding[] = [{ ...first, verdict: 'fail' }, first];
    const { findings: waived, causes } = applyWaivers(findings, [waiver], today);
    expect(causes).toEqual([]);
    expect(waived.filter((finding) => finding.waiver !== null)).toHaveLength(1);
  });
});
