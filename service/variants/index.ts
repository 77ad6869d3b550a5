import { refusalQuirks, successQuirks } from './answer-quirks.ts';
import { bearerFaults } from './bearer-faults.ts';
import { contestedFormQuirks } from './contested-forms.ts';
import { failureFaults, intermittentFaults, latencyFaults } from './failure-faults.ts';
import { harnessFaults } from './harness-faults.ts';
import { notJsonFaults } from './not-json-faults.ts';
import { tokenQuirks } from './token-equivalences.ts';
import { type TriggerName, triggers } from './triggers.ts';
import { userBodyFaults, userFieldFaults } from './user-faults.ts';
import { userQuirks } from './user-quirks.ts';
import { triggered, type Variant } from './variant.ts';
import { wireQuirks } from './wire-quirks.ts';

const listed: readonly Variant[] = [
  ...notJsonFaults,
  ...userBodyFaults,
  ...userFieldFaults,
  ...bearerFaults,
  ...latencyFaults,
  ...failureFaults,
  ...successQuirks,
  ...userQuirks,
  ...refusalQuirks,
  ...tokenQuirks,
  ...wireQuirks,
  ...contestedFormQuirks,
  ...harnessFaults,
];

export const variants: readonly Variant[] = [...listed, ...variantsNamed(intermittentFaults)];

/** A listed variant without a trigger may be had with one: `name@trigger`. Throws when there is none of that name. */
export function variantsNamed(names: readonly string[]): readonly Variant[] {
  return names.map((name) => {
    const known = byName(name) ?? withTrigger(name);
    if (known === undefined) throw new Error(`There is no fault or quirk named ${name}.`);
    return known;
  });
}

function byName(name: string | undefined): Variant | undefined {
  return listed.find((variant) => variant.name === name);
}

function withTrigger(name: string): Variant | undefined {
  const [base, when] = name.split('@');
  const variant = byName(base);
  return variant && isTrigger(when) ? triggered(variant, when) : undefined;
}

function isTrigger(name: string | undefined): name is TriggerName {
  return name !== undefined && Object.hasOwn(triggers, name);
}
