import http from 'k6/http';
import type { KeptEvidence, MachineFacts } from '../reports/facts.ts';
import { anyStatus } from './ask.ts';

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
