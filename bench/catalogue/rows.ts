import type { VariantSummary } from '../../service/variants/index.ts';

export const scenariosRun = ['conformance', 'load', 'gate'] as const;

/** A variant as a scenario judged it, latency aside. */
export interface RowRun {
  readonly name: string;
  readonly scenario: string;
  /** Checks that failed, and checks that were left open. */
  readonly fail: readonly string[];
  readonly open: readonly string[];
}

export interface RowRuns {
  readonly schemaVersion: 1;
  readonly runs: readonly RowRun[];
}

/** All that proves nothing, and of the faults of each check the first that is always there and the first that is not. */
export function rowsToRun(variants: readonly VariantSummary[]): VariantSummary[] {
  const faults = variants.filter(({ kind, caughtBy }) => kind === 'fault' && !caughtBy?.endsWith('-latency'));
  const isFirst = (variant: VariantSummary) =>
    faults.find(
      ({ caughtBy, isIntermittent }) =>
        caughtBy === variant.caughtBy && isIntermittent === variant.isIntermittent,
    ) === variant;
  return [...variants.filter(({ kind }) => kind === 'harness-fault'), ...faults.filter(isFirst)];
}
