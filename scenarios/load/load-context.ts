import type { Check } from '../../checks/check.ts';
import { overGridMs } from '../../checks/latency/measurement.ts';
import { limitMsOf } from '../../reports/build/latency-expectation.ts';
import type { Redact } from '../../reports/redact.ts';
import type { DecidingJudgement } from '../../reports/waivers.ts';
import type { RunContext } from '../run-context.ts';

const timeoutMs = 10_000;

/** What one call of the load needs to know of the run. */
export interface LoadContext {
  readonly checks: readonly Check[];
  readonly deciding: ReadonlySet<DecidingJudgement>;
  readonly baseUrl: string;
  readonly companion: string | null;
  readonly limitMs: number;
  readonly overs: readonly number[];
  readonly redact: Redact;
  readonly timeoutMs: number;
}

export function loadContext({ checks, deciding, settings, contract, redact }: RunContext): LoadContext {
  return {
    checks,
    deciding,
    baseUrl: settings.baseUrl,
    companion: settings.companion,
    limitMs: limitMsOf(contract),
    overs: overGridMs,
    redact,
    timeoutMs,
  };
}
