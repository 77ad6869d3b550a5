import type { LoadShape } from './load-plan.ts';

export interface Scenario {
  readonly name: string;
  /** full: everything the profile plans; preflight: enough to know that the right service is there. */
  readonly conformance: 'full' | 'preflight';
  readonly load: LoadShape | null;
  /** False where the load exceeds what anybody promised: latency is shown but does not decide. */
  readonly latencyDecides: boolean;
  readonly durationMs?: number;
  /** Whether it can compare the service with another one, and gather evidence for a given time. */
  readonly compares?: boolean;
}

const full = { conformance: 'full', latencyDecides: true } as const;
const preflight = { conformance: 'preflight', latencyDecides: true } as const;
const beyond = { conformance: 'preflight', latencyDecides: false } as const;

export const scenarios: readonly Scenario[] = [
  { name: 'gate', ...full, load: 'steady', compares: true },
  { name: 'conformance', ...full, load: null },
  { name: 'load', ...preflight, load: 'steady', compares: true },
  { name: 'smoke', ...preflight, load: null },
  { name: 'soak', ...preflight, load: 'steady', durationMs: 1_800_000 },
  { name: 'stress', ...beyond, load: 'ramp' },
  { name: 'spike', ...beyond, load: 'spike' },
  { name: 'breakpoint', ...beyond, load: 'climb' },
];

/** Throws where no scenario has this name. */
export function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name);
  if (found === undefined) throw new Error(`There is no scenario "${name}".`);
  return found;
}
