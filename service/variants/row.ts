import type { ServiceEndpoint } from '../service-endpoints.ts';
import { type TriggerName, triggers } from './triggers.ts';
import type { Change, Effect, Variant } from './variant.ts';

/** Name, what the service does, how, and when; always, if it does not say. */
export type Row = readonly [name: string, summary: string, effect: Change | Effect, when?: readonly When[]];

/** Name, the check that is to find it, what the service does, how. */
export type FaultRow = readonly [name: string, caughtBy: string, summary: string, effect: Change | Effect];

type When = 'always' | TriggerName;

/** What the rows of a group have in common. */
export type Shared = Omit<Variant, 'name' | 'summary' | 'effect'>;

/** A variant for each row and each time that it shows. */
export function variantsOf(shared: Shared, rows: readonly Row[]): readonly Variant[] {
  return rows.flatMap(([name, summary, does, when = ['always']]) => {
    const effect = typeof does === 'function' ? { change: does } : does;
    const variant = { name, summary, ...shared, effect };
    return when.map((one) => (one === 'always' ? variant : triggered(variant, one)));
  });
}

export function faultsOn(endpoint: ServiceEndpoint, rows: readonly FaultRow[]): readonly Variant[] {
  return rows.flatMap(([name, caughtBy, ...row]) =>
    variantsOf({ kind: 'fault', on: [endpoint], caughtBy }, [[name, ...row]]),
  );
}

/** The same variant, shown at some times only. */
export function triggered(variant: Variant, when: TriggerName): Variant {
  const trigger = triggers[when];
  return {
    ...variant,
    name: `${variant.name}@${when}`,
    summary: `${variant.summary.replace(/\.$/, '')}, ${trigger.summary}.`,
    trigger,
  };
}
