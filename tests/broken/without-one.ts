import { checksFor as allChecksFor } from '../../checks/catalogue.ts';
import { offeredFindings as allOfferedFindings } from '../../checks/offered.ts';

export { defaultBudget } from '../../checks/offered.ts';

/** Both lists of checks without the one that WITHOUT_CHECK names; what was to follow it follows the one before. */
const removed = __ENV['WITHOUT_CHECK'];

export const checksFor: typeof allChecksFor = (...given) => {
  const all = allChecksFor(...given);
  const before = all.find(({ id }) => id === removed)?.after;
  return all
    .filter(({ id }) => id !== removed)
    .map(({ after, ...check }) => {
      const linked = after === removed ? before : after;
      return { ...check, ...(linked === undefined ? {} : { after: linked }) };
    });
};

export const offeredFindings: typeof allOfferedFindings = (...given) =>
  allOfferedFindings(...given).filter(({ check }) => check !== removed);
