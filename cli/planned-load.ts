import type { Contract } from '../schemas/contract.ts';
import { type LoadShape, meanMultiple, virtualUsersFor } from '../schemas/load-shape.ts';
import { type ConformancePlan, type Profile, preflightPlan, profiles } from '../schemas/profiles.ts';
import { parseDurationMs, parseRate } from '../schemas/run-settings.ts';
import { UsageError } from './exit-status.ts';

/** Above this k6 itself reads a 20 ms answer too long. */
const ratePerCore = 250;
/** Of all calls, those to one reading endpoint. */
const endpointShare = 0.25;
interface Shaped {
  readonly shape: LoadShape;
  /** Where the profile does not say it. */
  readonly measureMs?: number;
}

/** The scenarios that have a load. */
const loads: Readonly<Record<string, Shaped>> = {
  gate: { shape: 'steady' },
  load: { shape: 'steady' },
  soak: { shape: 'steady', measureMs: 1_800_000 },
  stress: { shape: 'ramp' },
  spike: { shape: 'spike' },
  breakpoint: { shape: 'climb' },
};
const fullConformance: readonly string[] = ['gate', 'conformance'];
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
  /** null where there is none. */
  readonly load: LoadTiming | null;
  readonly profile: Profile;
  readonly conformance: ConformancePlan;
}

export interface LoadTiming extends LoadSize {
  /** Requests per second; the shape says by how much they change. */
  readonly rate: number;
  readonly shape: LoadShape;
  readonly measureMs: number;
}

/** What k6 will have to hold in memory. */
export interface LoadSize {
  /** Each has a copy of the scenario. */
  readonly virtualUsers: number;
  /** Of each some timings are kept. */
  readonly calls: number;
}

const embeddedUrl = 'http://127.0.0.1';

export function loadPlanned(
  scenario: string,
  wanted: LoadWanted,
  contract: Contract | null,
  cores: number,
  baseUrl = embeddedUrl,
): LoadPlanned {
  const profile = profileNamed(wanted.profile ?? 'standard');
  const chosen = wanted.rate === undefined ? (contract?.rate ?? null) : parseRate(wanted.rate);
  const fair = ratePerCore * cores;
  const cappedRate = chosen === null && profile.load.rate > fair ? fair : null;
  const rate = chosen ?? cappedRate ?? profile.load.rate;
  const conformance = fullConformance.includes(scenario) ? profile.conformance : preflightPlan;
  const planned = loads[scenario];
  if (planned === undefined) return { words: null, cappedRate, load: null, profile, conformance };
  const asked = wanted.duration && parseDurationMs(wanted.duration);
  const measureMs = asked || (planned.measureMs ?? profile.load.measureMs);
  const maxStallMs = contract?.latency?.maxStallMs ?? profile.load.maxStallMs;
  const load = {
    rate,
    shape: planned.shape,
    measureMs,
    virtualUsers: virtualUsersFor(planned.shape, rate, maxStallMs, baseUrl),
    calls: Math.round((rate * meanMultiple(planned.shape) * measureMs) / 1000),
  };
  if (!announced.includes(scenario)) return { words: null, cappedRate, load, profile, conformance };
  const calls = Math.round((rate * measureMs * endpointShare) / 1000);
  const promise = wanted.duration === undefined ? ` It can decide ${profile.promise}` : '';
  const words = `Load: ${rate} requests/s for ${measureMs / 1000} s, about ${calls} calls an endpoint.${promise}`;
  return { words, cappedRate, load, profile, conformance };
}

function profileNamed(name: string): Profile {
  const found = profiles.find((profile) => profile.name === name);
  if (found === undefined) throw new UsageError(`--profile or PROFILE: there is no such profile.`);
  return found;
}
