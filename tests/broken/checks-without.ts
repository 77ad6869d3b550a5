import type { Check } from '../../checks/check.ts';

/** A list of checks without one of them: what was to follow it follows the one before. */
export function checksWithout(removed: string | undefined, checks: readonly Check[]): Check[] {
  const before = checks.find(({ id }) => id === removed)?.after;
  return checks
    .filter(({ id }) => id !== removed)
    .map(({ after, ...check }) => {
      const linked = after === removed ? before : after;
      return { ...check, ...(linked === undefined ? {} : { after: linked }) };
    });
}
