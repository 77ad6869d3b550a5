import exec from 'k6/execution';
import type { Check } from '../checks/check.ts';
import type { Declared } from '../checks/meaning/meaning.ts';
import type { SettledRun } from '../checks/resolve-load.ts';
import type { EvidenceContext } from '../reports/evidence.ts';
import type { RunPlan } from '../reports/facts.ts';
import { npxCommand, type Transport } from '../reports/report.ts';
import type { Redact } from '../reports/secrets/redact.ts';
import { proxyFor } from '../schemas/proxy.ts';
import type { Scenario } from '../schemas/scenarios.ts';
import type { Settings } from './settings.ts';

export interface UserContext extends Declared, SettledRun {
  readonly scenario: Scenario;
  readonly settings: Settings;
}

/** The user context plus what is needed outside virtual users. */
export interface RunContext extends UserContext {
  readonly checks: readonly Check[];
  readonly planned: RunPlan;
  readonly redact: Redact;
}

export const thisTool = { name: 'encryption-backup-harness', version: HARNESS_VERSION };

export function evidenceContext(settings: Settings, phase: EvidenceContext['phase'], redact: Redact) {
  const harness = HARNESS_RUN.run?.told.harness ?? npxCommand(thisTool);
  return { phase, baseUrl: settings.baseUrl, redact, transport: transportOf(settings), harness };
}

/** How requests reach the service; null: directly, unchanged. Throws in the init stage, where k6 hides its options. */
export function transportOf({ baseUrl, headers }: Settings): Transport | null {
  const proxy = proxyFor(baseUrl, __ENV);
  const { insecureSkipTLSVerify, tlsAuth } = exec.test.options;
  const names = Object.keys(headers);
  const isTls = baseUrl.startsWith('https:');
  const transport: Transport = {
    ...(proxy === null ? {} : { proxy }),
    ...(names.length === 0 ? {} : { headers: names }),
    ...(isTls && insecureSkipTLSVerify === true ? { unverified: true } : {}),
    ...(isTls && (tlsAuth ?? []).length > 0 ? { clientCertificate: true } : {}),
  };
  return Object.keys(transport).length === 0 ? null : transport;
}
