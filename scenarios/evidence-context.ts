import exec from 'k6/execution';
import type { EvidenceContext } from '../reports/evidence.ts';
import { npxCommand, type Transport } from '../reports/report.ts';
import type { Redact } from '../reports/secrets/redact.ts';
import { proxyFor } from '../schemas/proxy.ts';
import type { Settings } from './settings.ts';

export const thisTool = { name: 'encryption-backup-harness', version: HARNESS_VERSION };

export function evidenceContext(
  settings: Settings,
  phase: EvidenceContext['phase'],
  redact: Redact,
): EvidenceContext {
  const harness = HARNESS_RUN.run?.harness ?? npxCommand(thisTool);
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
