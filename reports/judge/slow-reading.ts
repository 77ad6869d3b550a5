import { mendedBy, said } from '../../checks/causes.ts';
import type { Finding } from '../../checks/findings.ts';
import type { SlowReading } from '../facts.ts';

/** Explains to a finding that lacks answers that reading took the time that more answers needed. */
export function withTimeRemedy(finding: Finding, slow: SlowReading | undefined): Finding {
  if (slow === undefined || finding.verdict !== 'inconclusive' || finding.samples >= finding.floor)
    return finding;
  const [taken, time] = [Math.round(slow.ms / 1000), Math.round(slow.ofMs / 1000)];
  return { ...finding, ...mendedBy(said('slow-reading', { characters: slow.characters, taken, time })) };
}
