import type { Contract } from '../schemas/contract.ts';
import { type LoadShape, virtualUsersFor } from '../schemas/load-shape.ts';
import { type Profile, profiles } from '../schemas/profiles.ts';
import { parseDurationMs, parseRate } from '../schemas/run-settings.ts';
import { UsageError } from './exit-status.ts';

/** Above this k6 itself reads a 20 ms answer too long. */
const ratePerCore = 250;
/** Of all calls, those to one reading endpoint. */
const endpointShare = 0.25;
/** Of the scenarios that have a load. */
const shapes: Readonly<Record<string, LoadShape>> = {
  gate: 'steady',
  load: 'steady',
  soak: 'steady',
  stress: 'ramp',
  spike: 'spike',
  breakpoint: 'climb',
};
const announced: readonly string[] = ['gate', 'load'];

export interface LoadWanted {
  readonly profile?: string;
  readonly rate?: string;
  readonly duration?: string;
}

export interface LoadPlanned {
  /** What the run can decide, said before it; null where it has no steady load. */
  readonly words: string | null;
  /** Requests per second that these cores can time; null where that is more than the plan or somebody chose the rate. */
  readonly cappedRate: number | null;
  /** Each has a copy of the scenario in the memory of k6. */
  readonly virtualUsers: number;
}

export function loadPlanned(
  scenario: string,
  wanted: LoadWanted,
  contract: Contract | null,
  cores: number,
): LoadPlanned {
  const profile = profileNamed(wanted.profile ?? 'standard');
  const chosen = wanted.rate === undefined ? (contract?.rate ?? null) : parseRate(wanted.rate);
  const fair = ratePerCore * cores;
  const cappedRate = chosen === null && profile.load.rate > fair ? fair : null;
  const rate = chosen ?? cappedRate ?? profile.load.rate;
  const shape = shapes[scenario];
  const maxStallMs = contract?.latency?.maxStallMs ?? profile.load.maxStallMs;
  const virtualUsers = shape === undefined ? 1 : virtualUsersFor(shape, rate, maxStallMs);
  if (!announced.includes(scenario)) return { words: null, cappedRate, virtualUsers };
  const measureMs = (wanted.duration && parseDurationMs(wanted.duration)) || profile.load.measureMs;
  const calls = Math.round((rate * measureMs * endpointShare) / 1000);
  const promise = wanted.duration === undefined ? ` It can decide ${profile.promise}` : '';
  const words = `Load: ${rate} requests/s for ${measureMs / 1000} s, about ${calls} calls an endpoint.${promise}`;
  return { words, cappedRate, virtualUsers };
}

function profileNamed(name: string): Profile {
  const found = profiles.find((profile) => profile.name === name);
  if (found === undefined) throw new UsageError(`--profile: there is no ${name}.`);
  return found;
}
