import { refusalQuirks, successQuirks } from './answer-quirks.ts';
import { authFaults } from './auth-faults.ts';
import { contestedFormQuirks } from './contested-forms.ts';
import { failureFaults, intermittentFaults } from './failure-faults.ts';
import { harnessFaults } from './harness-faults.ts';
import { notJsonFaults } from './not-json-faults.ts';
import { tokenQuirks } from './token-equivalences.ts';
import { userFaults, userQuirks } from './user-answers.ts';
import { triggered, type Variant } from './variant.ts';
import { wireQuirks } from './wire-quirks.ts';

const listed: readonly Variant[] = [
  ...notJsonFaults,
  ...userFaults,
  ...authFaults,
  ...failureFaults,
  ...successQuirks,
  ...userQuirks,
  ...refusalQuirks,
  ...tokenQuirks,
  ...wireQuirks,
  ...contestedFormQuirks,
  ...harnessFaults,
];

/** Faults that one good answer does not rule out. */
const intermittent = intermittentFaults.flatMap(([fault, times]) =>
  times.map((when) => triggered(named(fault, listed), when)),
);

export const variants: readonly Variant[] = [...listed, ...intermittent];

/** Throws if there is no variant of a name. */
export function variantsNamed(names: readonly (string | Variant)[]): readonly Variant[] {
  return names.map((name) => (typeof name === 'string' ? named(name, variants) : name));
}

function named(name: string, among: readonly Variant[]): Variant {
  const known = among.find((variant) => variant.name === name);
  if (known === undefined) throw new Error(`There is no fault or quirk named ${name}.`);
  return known;
}
