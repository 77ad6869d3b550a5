import exec from 'k6/execution';
import type { Transport } from '../reports/report.ts';
import type { Settings } from './settings.ts';

/** How requests reach the service, where that is not the plain way. k6 tells its options only outside of init. */
export function transportOf({ baseUrl, headers, proxy }: Settings): Transport | null {
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
