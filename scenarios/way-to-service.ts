import exec from 'k6/execution';
import type { Transport } from '../reports/report.ts';
import { proxyFor } from '../schemas/proxy.ts';
import type { Settings } from './settings.ts';

/** The proxy to the judged service, without its credentials; null: none. */
export function proxyOf({ baseUrl }: Pick<Settings, 'baseUrl'>): string | null {
  return proxyFor(baseUrl, __ENV);
}

/** How requests reach the service; null: directly, unchanged. Throws in the init stage, where k6 hides its options. */
export function transportOf({ baseUrl, headers }: Settings): Transport | null {
  const proxy = proxyOf({ baseUrl });
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
