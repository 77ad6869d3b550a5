import type { GeneratorFacts } from './generator-facts.ts';
import { seemsQuiet } from './guard-band.ts';
import type { LatencyMeasurement } from './measurement.ts';
import type { LatencyExpectation } from './reading.ts';
import type { SlowShare } from './slow-share.ts';

/** What a condition looks at. */
export interface Facts {
  readonly measurement: LatencyMeasurement;
  readonly generator: GeneratorFacts;
  readonly expectation: LatencyExpectation;
  readonly share: SlowShare;
}

export type Effect = 'no-pass' | 'void' | 'warning';

/** Something that keeps a verdict from being given, or weakens it. */
export interface Condition {
  readonly id: string;
  readonly effect: Effect;
  readonly reason: string;
  readonly remedy: string;
}

/** A row of the table of conditions; `Given` is what it is decided by. */
export interface ConditionRule<Given = Facts> {
  readonly id: string;
  /** void: neither pass nor fail. no-pass: a fail is still possible. */
  readonly effect: Effect | ((given: Given) => Effect);
  readonly when: (given: Given) => boolean;
  readonly reason: (given: Given) => string;
  readonly remedy: (given: Given) => string;
}

export function unmetConditions<Given>(rules: readonly ConditionRule<Given>[], given: Given): Condition[] {
  return rules
    .filter(({ when }) => when(given))
    .map(({ id, effect, reason, remedy }) => ({
      id,
      effect: typeof effect === 'function' ? effect(given) : effect,
      reason: reason(given),
      remedy: remedy(given),
    }));
}

/**
 * Whether the generator was too noisy to be trusted near the limit: by the control's errors, else by what k6 tells.
 * On a quiet machine they stay below 0.6 and 1.8 ms.
 */
export function isNoisy(generator: GeneratorFacts): boolean {
  const { control } = generator;
  if (control === null || control.n === 0) return !seemsQuiet(generator);
  return isErrorNoisy({ p95Ms: control.errorMs.q95, p99Ms: control.errorMs.q99 });
}

export function isErrorNoisy({ p95Ms, p99Ms }: { readonly p95Ms: number; readonly p99Ms: number }): boolean {
  return p95Ms > 1 || p99Ms > 3;
}

/** A known figure above its limit. */
export function exceeds(value: number | null | undefined, limit: number): boolean {
  return value !== null && value !== undefined && !(value <= limit);
}
