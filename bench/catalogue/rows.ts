import type { Variant } from '../../service/variants/variant.ts';

export const scenariosRun = ['conformance', 'load', 'gate'] as const;

/** A variant as a scenario judged it, latency aside. */
export interface RowRun {
  readonly name: string;
  readonly scenario: string;
  /** Checks that failed, and checks that were left open. */
  readonly fail: readonly string[];
  readonly open: readonly string[];
}

/** What proves nothing: it must show in every scenario alike. */
export function rowsToRun(variants: readonly Variant[]): Variant[] {
  return variants.filter(({ kind }) => kind === 'harness-fault');
}
