import exec from 'k6/execution';
import http from 'k6/http';
import type { KeptEvidence } from '../reports/facts.ts';
import { type Machine, unknownMachine } from '../schemas/machine.ts';

/** In k6's words for errors. On loopback only a closed port refuses: a busy companion still accepts connections. */
const connectionRefused = 1212;

/** It answers at once, unless it is frozen. */
const patienceMs = 5000;

/** Without the command line, with which its companion ends, nobody reads the report of a run and nobody stops its load. */
function refuseToBeAlone({ error_code }: { readonly error_code: number }): void {
  if (error_code === connectionRefused) exec.test.abort('the companion has ended');
}

/** Does nothing without a companion. */
export function tell(companion: string | null, path: string, body: string | null = null): void {
  if (companion === null) return;
  const tags = { endpoint: 'companion', name: 'companion' };
  refuseToBeAlone(http.post(`${companion}/${path}`, body, { tags, timeout: patienceMs }));
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
  const raw = await http.asyncRequest('GET', `${companion}/delay`, null, {
    tags: { endpoint: 'control', name: 'control', ...tags },
    timeout: 10_000,
  });
  refuseToBeAlone(raw);
  const trueMs = Number(raw.headers['X-Service-Ms']);
  return raw.status === 200 && trueMs > 0 ? { durationMs: raw.timings.duration, trueMs } : null;
}

/** A connection can be opened there. */
export interface Listener {
  readonly host: string;
  readonly port: number;
}

/** Longer than the companion waits for a connection. */
const connectionPatienceMs = 10_000;

/** Milliseconds of a TCP handshake that the companion makes; null: it could open no connection. */
export async function timeHandshake(companion: string, to: Listener): Promise<number | null> {
  const raw = await http.asyncRequest('POST', `${companion}/handshake`, JSON.stringify(to), {
    tags: { endpoint: 'companion', name: 'companion' },
    timeout: connectionPatienceMs,
  });
  refuseToBeAlone(raw);
  return raw.status === 200 ? (raw.json() as number | null) : null;
}

/** What the companion knows about this machine; nothing without a companion. */
export function machineOf(companion: string | null): Machine {
  if (companion === null) return unknownMachine;
  tell(companion, 'phase/measure-end');
  return { ...unknownMachine, ...(read(`${companion}/machine`) as Partial<Machine> | null) };
}

export function keptEvidence(companion: string | null): KeptEvidence[] {
  return companion === null ? [] : ((read(`${companion}/evidence`) as KeptEvidence[] | null) ?? []);
}

function read(url: string): unknown {
  const response = http.get(url, { timeout: patienceMs });
  return response.status === 200 ? response.json() : null;
}
