import type { ClauseId, ClauseStanding } from '../checks/clauses.ts';
import type { ComparisonResult } from '../checks/comparison/result.ts';
import type { Finding, Verdict } from '../checks/finding.ts';
import type { Capacity } from '../checks/latency/capacity.ts';
import type { LatencyResult } from '../checks/latency/judge-latency.ts';
import type { Endpoint } from '../schemas/endpoints.ts';
import type { Generator } from './generator.ts';
import type { Run } from './run.ts';

export type { Contested, Evidence, Finding, FindingCause, Verdict } from '../checks/finding.ts';
export type { Capacity } from '../checks/latency/capacity.ts';
export type { Condition } from '../checks/latency/conditions.ts';
export type { LatencyResult } from '../checks/latency/judge-latency.ts';

export type { Generator } from './generator.ts';
export { type Run, serviceOf, type Try } from './run.ts';

export const schemaVersion = 1;

/** Everything a run has to say: the content of report.json, and the only input of every renderer. */
export interface Report {
  readonly schemaVersion: typeof schemaVersion;
  readonly tool: { readonly name: string; readonly version: string };
  readonly run: Run;
  readonly verdict: Verdict;
  /** One sentence: why. */
  readonly reason: string;
  /** Every cause that decided, most serious first; empty on a pass. */
  readonly causes: readonly VerdictCause[];
  readonly findings: readonly Finding[];
  readonly clauses: readonly ClauseRow[];
  readonly observations: readonly Observation[];
  readonly endpoints: readonly EndpointResult[];
  /** null where the scenario put no load on the service. */
  readonly load: LoadResult | null;
  readonly errors: readonly ErrorGroup[];
  readonly availability: AvailabilityResult | null;
  readonly generator: Generator;
  readonly contract: ContractSummary;
  /** Absent in older reports. */
  readonly tokenProbes?: TokenProbes;
  /** Absent where the service was compared with no other one. */
  readonly comparison?: ComparisonResult;
}

/** Made-up tokens that were answered and judged before the load. */
export interface TokenProbes {
  /** Ways to make one. */
  readonly ways: number;
  /** Characters of the access token that were changed, one at a time. */
  readonly changedCharacters: number;
  /** Characters that it has, `=` at its end left out. */
  readonly characters: number;
}

export interface VerdictCause {
  readonly verdict: 'fail' | 'inconclusive';
  readonly text: string;
  /** What to do about it. */
  readonly remedy: string;
  /** The check behind it, where there is one. */
  readonly check: string | null;
}

export interface ClauseRow {
  readonly id: ClauseId;
  readonly section: string;
  readonly sentence: string;
  readonly standing: ClauseStanding;
  readonly reading: string;
  readonly state:
    | 'kept'
    | 'broken'
    | 'declaration-kept'
    | 'declaration-broken'
    | 'inconclusive'
    | 'not-judged'
    | 'observed'
    | 'silent'
    | 'context'
    | 'harness';
  readonly checks: readonly string[];
  readonly samples: number;
  readonly failures: number;
  /** What was seen, or what the contract declares, in words. */
  readonly note: string;
}

/** Something the document does not state and that was recorded: it never decides. */
export interface Observation {
  readonly id: string;
  readonly clause: ClauseId;
  readonly title: string;
  readonly endpoint: string;
  /** Most frequent first, capped. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
  /** Values left out by the cap. */
  readonly more: number;
}

export interface Interval {
  readonly lower: number;
  readonly upper: number;
  /** Two-sided, e.g. 0.99. */
  readonly confidence: number;
}

export interface EndpointResult {
  /** "GET /api/v1/user". */
  readonly endpoint: string;
  readonly name: Endpoint;
  /** Valid calls of the measured load, failed and dropped ones included. */
  readonly requests: number;
  /** Of these: answered with success. */
  readonly answered: number;
  /** Of these: 5xx, timeout, reset. They count as slow. */
  readonly failed: number;
  /** Calls that were due and never made. They count as slow. */
  readonly dropped: number;
  /** Of these: refused or turned away (429, 503 with Retry-After, 3xx, 401 …). No latency samples. */
  readonly lost: number;
  readonly slow: number;
  readonly share_under_limit: number | null;
  readonly share_under_limit_interval: Interval | null;
  readonly latency: LatencyResult | null;
  /** Milliseconds of answered calls; a percentile the samples do not carry is absent. */
  readonly percentiles: readonly { readonly percentile: number; readonly ms: number }[];
  readonly maxMs: number | null;
  readonly meanMs: number | null;
  /** Answered calls whose time lies in (previous edge, edge]; the last edge is null: everything above. */
  readonly histogram: readonly { readonly upToMs: number | null; readonly count: number }[];
  readonly timeline: readonly TimeSlice[];
  /** Where the time went, milliseconds. */
  readonly parts: readonly { readonly part: CallPart; readonly medianMs: number; readonly p99Ms: number }[];
  /** Bytes of the answer body, as received. */
  readonly bodyBytes: { readonly median: number; readonly max: number } | null;
  /** Absent in older and in merged reports. */
  readonly connections?: ConnectionsResult;
  /** Absent where the service is near. */
  readonly network?: NetworkResult;
  /** What was kept at each rate; absent where the rate does not change, and in merged reports. */
  readonly capacity?: Capacity;
}

/** The network between harness and service, by TCP handshakes. */
export interface NetworkResult {
  /** Handshakes of calls under load; with 0 of them the times are those of handshakes before it. */
  readonly handshakes: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Taken off each call, because the contract says that the limit holds at the service. */
  readonly takenOffMs: number;
  /** p99 of the calls, less the fastest handshake; null: not known. */
  readonly serviceP99AtMostMs: number | null;
  /** Calls with more data than one round trip carries, which are in none of the other figures. */
  readonly large: {
    readonly calls: number;
    readonly medianMs: number | null;
    readonly p99Ms: number | null;
  } | null;
}

/** Connections of the calls of one endpoint. Their set-up is no part of the response time. */
export interface ConnectionsResult {
  /** Answered calls that opened a connection, for whatever reason. */
  readonly opened: number;
  /** Calls whose connection before had been closed by the service; those that k6 repeated do not show. */
  readonly reopened: number;
  /** Until a connection was set up, DNS and TLS included; null where none was. */
  readonly setUpMedianMs: number | null;
  readonly setUpP99Ms: number | null;
  /** Calls on connections that were fresh because we had closed the ones before; how many of them failed. */
  readonly freshCalls: number;
  readonly freshFailures: number;
}

export type CallPart = 'blocked' | 'connecting' | 'tls' | 'sending' | 'waiting' | 'receiving';

export interface TimeSlice {
  /** Milliseconds after the start of the warm-up. */
  readonly startMs: number;
  readonly durationMs: number;
  readonly warmUp: boolean;
  readonly requests: number;
  readonly slow: number;
  readonly failed: number;
  /** Answered under the limit, but made so late that they count as slow. */
  readonly unproven?: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
}

export interface LoadResult {
  readonly model: 'open' | 'closed';
  /** Before the measured time: until the service no longer grew faster; absent in older reports. */
  readonly settling?: { readonly durationMs: number; readonly settled: boolean } | null;
  readonly warmUpMs: number;
  readonly measuredMs: number;
  /** The run was ended before its time, because a fail was certain. */
  readonly stoppedEarly?: boolean;
  /** Requests per second, all endpoints together. */
  readonly offeredRate: number;
  readonly achievedRate: number;
  readonly droppedIterations: number;
  readonly virtualUsers: number;
  /** What the chosen profile can decide, said before the run. */
  readonly promise: string;
}

export interface ErrorGroup {
  readonly endpoint: string;
  /** "HTTP 503", "connection refused", "timeout after 5 s" … */
  readonly cause: string;
  readonly count: number;
  readonly example: string;
}

/** The figure of §8 under each thing it may mean. */
export interface AvailabilityResult {
  readonly figures: readonly {
    readonly meaning: string;
    readonly observed: number | null;
    readonly lowerBound: number | null;
    readonly confidence: number;
    readonly verdict: Verdict | 'not-judged';
    readonly explanation: string;
  }[];
}

export interface ContractSummary {
  /** File name as given, or null without a contract. */
  readonly file: string | null;
  /** What it declares, a sentence each, with secrets out. */
  readonly declarations: readonly string[];
  /** What the run was judged by, and who chose it. */
  readonly settings: readonly {
    readonly name: string;
    readonly value: string;
    readonly origin: 'declared' | 'harness default';
  }[];
}
