import http from 'k6/http';
import { anyStatus } from '../ask.ts';
import type { KeptEvidence } from './findings.ts';

/** What the companion knows of this machine; null without a companion or where the system does not tell. */
export interface MachineFacts {
  readonly os: string;
  readonly cores: number | null;
  readonly boxBusyShare: number | null;
  readonly generatorBusyShare: number | null;
  readonly stolenShare: number | null;
  readonly loadAverage: number | null;
  readonly throttledPeriods: number | null;
  readonly clockDriftMs: number | null;
}

const unknownMachine: MachineFacts = {
  os: 'unknown',
  cores: null,
  boxBusyShare: null,
  generatorBusyShare: null,
  stolenShare: null,
  loadAverage: null,
  throttledPeriods: null,
  clockDriftMs: null,
};

export function machineFacts(companion: string | null): MachineFacts {
  if (companion === null) return unknownMachine;
  http.post(`${companion}/phase/measure-end`, null, { responseCallback: anyStatus });
  const facts = read(`${companion}/generator`);
  return facts === null ? unknownMachine : { ...unknownMachine, ...(facts as Partial<MachineFacts>) };
}

export function keptEvidence(companion: string | null): KeptEvidence[] {
  const list = companion === null ? null : read(`${companion}/evidence`);
  return Array.isArray(list) ? (list as KeptEvidence[]) : [];
}

function read(url: string): unknown {
  const response = http.get(url, { responseCallback: anyStatus, timeout: 5000 });
  return response.status === 200 ? response.json() : null;
}
