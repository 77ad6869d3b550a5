import { metricLabels, renderPrometheus } from '../../reports/formats/other-formats.ts';
import type { Report } from '../../reports/report.ts';
import type { Caller } from '../caller.ts';
import { messageOf, UsageError } from '../exit-status.ts';
import { fetchByProxy, splitCredentials } from '../fetch-by-proxy.ts';

const timeoutMs = 10_000;

/** Throws UsageError if this cannot be the address of a Pushgateway; never repeats it. */
export function checkGateway(gateway: string): void {
  if (!URL.canParse(gateway) || !/^https?:$/.test(new URL(gateway).protocol))
    throw new UsageError('--push-gateway: write http://HOST:9091 or https://HOST.');
  try {
    splitCredentials(gateway);
  } catch {
    throw new UsageError('--push-gateway: write a % in the user or the password as %25.');
  }
}

/** Replaces the metrics of the previous run. A failure is reported, but changes no verdict. */
export async function pushMetrics(
  gateway: string,
  report: Report,
  { env, say, redact }: Caller,
): Promise<void> {
  try {
    const put = {
      method: 'PUT',
      body: renderPrometheus(report),
      headers: { 'Content-Type': 'text/plain; version=0.0.4' },
      signal: AbortSignal.timeout(timeoutMs),
    };
    const response = await fetchByProxy(placeFor(gateway, report), put, env);
    if (!response.ok) say(`The Pushgateway refused the metrics: HTTP ${response.status}.`);
  } catch (error) {
    // The message may name the host, and the token may stand there by mistake.
    say(`The metrics did not reach the Pushgateway: ${redact(messageOf(error))}.`);
  }
}

/** A group for each scenario and target, unless the address already names one. */
function placeFor(gateway: string, report: Report): string {
  const url = new URL(gateway);
  if (!url.pathname.includes('/metrics/job/')) {
    const { scenario, target } = metricLabels(report);
    const group = `scenario/${scenario}/target@base64/${Buffer.from(target).toString('base64url')}`;
    url.pathname = `${url.pathname.replace(/\/$/, '')}/metrics/job/encryption-backup-harness/${group}`;
  }
  return url.href;
}
