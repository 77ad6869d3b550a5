import type { LedgerLine } from '../../../dist/ledger-types.ts';

/** A run of the standard profile in which nothing failed. */
export function ledgerLine(overrides: Partial<LedgerLine> = {}): LedgerLine {
  return {
    schemaVersion: 1,
    run: 'run-1',
    startedAt: '2026-03-21T09:15:02.417Z',
    target: 'http://127.0.0.1:8080',
    build: '1.4.2',
    scenario: 'gate',
    profile: 'standard',
    standing: 'counts',
    reason: '',
    calls: { n: 20_000, failures: 0, designEffect: 1 },
    time: { seconds: 54, leastBadSeconds: 0, mostBadSeconds: 0, meanEpisodeSeconds: 0 },
    ...overrides,
  };
}
