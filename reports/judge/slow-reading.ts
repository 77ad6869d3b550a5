import { said } from '../../checks/causes.ts';
import { type Finding, mendedBy } from '../../checks/findings.ts';
import { countText } from '../../checks/wording.ts';
import type { SlowReading } from '../facts.ts';

const seconds = (ms: number) => countText(Math.round(ms / 1000));

/** Says of a finding that lacks answers that reading those that came took the time for more. */
export function withTimeRemedy(finding: Finding, slow: SlowReading | undefined): Finding {
  if (slow === undefined || finding.verdict !== 'inconclusive' || finding.samples >= finding.floor)
    return finding;
  const { characters, ms, ofMs } = slow;
  const figures = { characters: countText(characters), taken: seconds(ms), time: seconds(ofMs) };
  return { ...finding, ...mendedBy(said('slow-reading', figures)) };
}
