import exec from 'k6/execution';
import http from 'k6/http';
import type { KeptEvidence } from '../reports/facts.ts';
import type { Metrics } from '../reports/read-metrics.ts';
import { type Machine, type MachineSlice, unknownMachine } from '../schemas/machine.ts';

/** In k6's words for errors. On loopback only a closed port refuses: a busy companion still accepts connections. */
const connectionRefused = 1212;

/** It answers at once, unless it is frozen. */
const patienceMs = 5000;

/** Without the command line, with which its companion ends, nobody reads the report of a run and nobody stops its load. */
function refuseToBeAlone({ error_code }: { readonly error_code: number }): void {
  if (error_code === connectionRefused) exec.test.abort('the companion has ended');
}

const ownTags = { endpoint: 'companion', name: 'companion' };

/** Does nothing without a companion. */
export function tell(companion: string | null, path: string, body: string | null = null): void {
  if (companion === null) return;
  refuseToBeAlone(http.post(`${companion}/${path}`, body, { tags: ownTags, timeout: patienceMs }));
}

/** In time for a connection that cannot be opened. */
async function asked(
  method: string,
  url: string,
  body: string | null,
  tags: Readonly<Record<string, string>>,
) {
  const raw = await http.asyncRequest(method, url, body, { tags, timeout: 10_000 });
  refuseToBeAlone(raw);
  return raw;
}

/** How long a call of the control endpoint took as k6 measured it, and as the endpoint reports it. */
export interface ControlCall {
  readonly durationMs: number;
  readonly trueMs: number;
}

/** Calls the control endpoint; null: neither time is known. */
export async function callControl(
  companion: string,
  tags: Readonly<Record<string, string>> = {},
): Promise<ControlCall | null> {
  const raw = await asked('GET', `${companion}/delay`, null, {
    endpoint: 'control',
    name: 'control',
    ...tags,
  });
  const trueMs = Number(raw.headers['X-Service-Ms']);
  return raw.status === 200 && trueMs > 0 ? { durationMs: raw.timings.duration, trueMs } : null;
}

/** A connection can be opened there. */
export interface Listener {
  readonly host: string;
  readonly port: number;
}

/** Milliseconds of a TCP handshake that the companion makes; null: it could open no connection. */
export async function timeHandshake(companion: string, to: Listener): Promise<number | null> {
  const raw = await asked('POST', `${companion}/handshake`, JSON.stringify(to), ownTags);
  return raw.status === 200 ? (raw.json() as number | null) : null;
}

/** What the companion knows about this machine; nothing without a companion. */
export function machineOf(companion: string | null): Machine {
  if (companion === null) return unknownMachine;
  tell(companion, 'phase/measure-end');
  return { ...unknownMachine, ...(read(`${companion}/machine`) as Partial<Machine> | null) };
}

/** What happened in each slice of the load; nothing without a companion. */
export function machineSlicesOf(companion: string | null): MachineSlice[] {
  return companion === null ? [] : ((read(`${companion}/machine-slices`) as MachineSlice[] | null) ?? []);
}

/** What was counted in each slice, under the names that k6 would give it. */
export function sliceCountsOf(companion: string | null): Metrics {
  if (companion === null) return {};
  const counts = (read(`${companion}/slice-counts`) ?? {}) as Readonly<Record<string, number>>;
  return Object.fromEntries(Object.entries(counts).map(([key, count]) => [key, { count }]));
}

export function keptEvidence(companion: string | null): KeptEvidence[] {
  return companion === null ? [] : ((read(`${companion}/evidence`) as KeptEvidence[] | null) ?? []);
}

function read(url: string): unknown {
  const response = http.get(url, { timeout: patienceMs });
  return response.status === 200 ? response.json() : null;
}
