import type { Finding } from '../../checks/findings.ts';
import { countText } from '../../checks/wording.ts';
import type { SlowReading } from '../facts.ts';

const seconds = (ms: number) => countText(Math.round(ms / 1000));

/** Says of a finding that lacks answers that reading those that came took the time for more. */
export function withTimeRemedy(finding: Finding, slow: SlowReading | undefined): Finding {
  if (slow === undefined || finding.verdict !== 'inconclusive' || finding.samples >= finding.floor)
    return finding;
  const taken = `Reading answers of up to ${countText(slow.characters)} characters took ${seconds(slow.ms)} of the ${seconds(slow.ofMs)} s of the conformance phase, so others were not asked for or not read.`;
  const remedy = `${taken} Let the service answer with less, for example for a user who has less, or use a larger profile, which has more time.`;
  return { ...finding, remedy };
}
