import type { ServiceEndpoint } from '../service-endpoints.ts';
import type { CheckId } from './check-clauses.ts';
import { type TriggerName, triggers } from './triggers.ts';
import type { Change, Effect, Variant, VariantKind } from './variant.ts';

/** Name, the check that is to find it, what the service does, how. */
export type FaultRow = readonly [name: string, caughtBy: CheckId, summary: string, effect: Change | Effect];

/** Name, what the service does, how. */
export type Row = readonly [name: string, summary: string, effect: Change | Effect];

export type Concern = Pick<Variant, 'on' | 'calls' | 'trigger'>;

export function faultsOn(endpoint: ServiceEndpoint, rows: readonly FaultRow[]): readonly Variant[] {
  return rows.flatMap(([name, caughtBy, ...row]) =>
    variantsOf('fault', { on: [endpoint] }, [[name, ...row]]).map((variant) => ({ ...variant, caughtBy })),
  );
}

export function endpointFault(
  endpoint: ServiceEndpoint,
  form: string,
  phrase: string,
  caughtBy: CheckId,
  effect: Effect,
): Variant {
  const [name, summary] = [`${endpoint}-${form}`, `${endpoint} ${phrase}.`];
  return { name, kind: 'fault', summary, caughtBy, on: [endpoint], effect };
}

/** Variants that leave a harness without evidence for these checks. */
export function opening(
  leavesOpen: readonly CheckId[],
  concern: Concern,
  rows: readonly Row[],
): readonly Variant[] {
  return variantsOf('harness-fault', concern, rows).map((variant) => ({ ...variant, leavesOpen }));
}

export function variantsOf(kind: VariantKind, concern: Concern, rows: readonly Row[]): readonly Variant[] {
  return rows.map(([name, summary, effect]) => ({
    name,
    kind,
    summary,
    ...concern,
    effect: effectOf(effect),
  }));
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

function effectOf(effect: Change | Effect): Effect {
  return typeof effect === 'function' ? { change: effect } : effect;
}
