import exec from 'k6/execution';
import http from 'k6/http';
import type { Facts } from '../reports/facts.ts';
import { unknownMachine } from '../schemas/machine.ts';

/** k6's error code. On loopback only a closed port refuses: a busy companion still accepts connections. */
const connectionRefused = 1212;

/** The companion answers at once unless it is frozen. */
const patienceMs = 5000;

/** Aborts the run: the companion ends with the command line, and without that nobody would read the report or stop the load. */
function refuseToBeAlone({ error_code }: { readonly error_code: number }): void {
  if (error_code === connectionRefused) exec.test.abort('the companion has ended');
}

const ownTags = { endpoint: 'companion', name: 'companion' };

export function tell(companion: string | null, path: string, body: string | null = null) {
  if (companion === null) return null;
  const response = http.post(`${companion}/${path}`, body, { tags: ownTags, timeout: patienceMs });
  refuseToBeAlone(response);
  return response;
}

/** The timeout also covers a handshake that the companion cannot complete. */
async function asked(method: string, url: string, body: string | null, tags: Record<string, string>) {
  const raw = await http.asyncRequest(method, url, body, { tags, timeout: 10_000 });
  refuseToBeAlone(raw);
  return raw;
}

/** Calls the control endpoint: how long k6 measured, and how long it truly took by its own report. null: the call failed. */
export async function callControl(companion: string) {
  const raw = await asked('GET', `${companion}/delay`, null, { endpoint: 'control', name: 'control' });
  const trueMs = Number(raw.headers['X-Service-Ms']);
  return raw.status === 200 && trueMs > 0 ? { durationMs: raw.timings.duration, trueMs } : null;
}

/** Asks the companion to time a TCP handshake, in milliseconds; null: it could not connect. */
export async function timeHandshake(companion: string, to: { readonly host: string; readonly port: number }) {
  const raw = await asked('POST', `${companion}/handshake`, JSON.stringify(to), ownTags);
  return raw.status === 200 ? (raw.json() as number | null) : null;
}

/** What the companion has kept of a run. `sliceCounts`: under the names that k6 would give to such submetrics. */
type Kept = Pick<Facts, 'machine' | 'machineSlices' | 'evidence'> & {
  readonly sliceCounts: Readonly<Record<string, number>>;
};

const nothingKept: Kept = { sliceCounts: {}, machine: unknownMachine, machineSlices: [], evidence: [] };

/** Nothing, and an unknown machine, without a companion that answers. */
export function keptBy(companion: string | null): Kept {
  const response = tell(companion, 'phase/measure-end');
  return response?.status === 200 ? (response.json() as unknown as Kept) : nothingKept;
}
