import { offeredFindings as allOfferedFindings } from '../../checks/calls/offered.ts';
import { checksFor as allChecksFor } from '../../checks/catalogue.ts';
import { checksWithout } from './checks-without.ts';

export { defaultBudget } from '../../checks/calls/offered.ts';

/** Both lists of checks without the one that WITHOUT_CHECK names. */
const removed = __ENV['WITHOUT_CHECK'];

export const checksFor: typeof allChecksFor = (...given) => checksWithout(removed, allChecksFor(...given));

export const offeredFindings: typeof allOfferedFindings = (...given) =>
  allOfferedFindings(...given).filter(({ check }) => check !== removed);
