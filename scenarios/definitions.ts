import type { ScenarioDefinition } from './run-context.ts';

/** Every scenario, by name. */
export const definitions: Readonly<Record<string, Omit<ScenarioDefinition, 'name'>>> = {
  gate: { conformance: 'full', load: 'steady', latencyDecides: true, compares: true },
  conformance: { conformance: 'full', load: null, latencyDecides: true },
  load: { conformance: 'preflight', load: 'steady', latencyDecides: true, compares: true },
  smoke: { conformance: 'preflight', load: null, latencyDecides: true },
  soak: { conformance: 'preflight', load: 'steady', latencyDecides: true, durationMs: 1_800_000 },
  stress: { conformance: 'preflight', load: 'ramp', latencyDecides: false },
  spike: { conformance: 'preflight', load: 'spike', latencyDecides: false },
  breakpoint: { conformance: 'preflight', load: 'climb', latencyDecides: false },
};
