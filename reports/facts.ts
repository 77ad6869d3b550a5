import type { Calls } from '../checks/calls.ts';
import type { ComparisonPlan } from '../checks/comparison/measurement.ts';
import type { Evidence } from '../checks/findings.ts';
import type { RoundTrip } from '../checks/latency/measurement.ts';
import type { Looks } from '../checks/latency/reading.ts';
import type { ObservationId } from '../checks/observations.ts';
import type { Tally } from '../checks/tally.ts';
import type { Contract } from '../schemas/contract.ts';
import type { Endpoint } from '../schemas/endpoints.ts';
import type { ResolvedLoad } from '../schemas/load-plan.ts';
import type { Machine } from '../schemas/machine.ts';
import type { ConformancePlan } from '../schemas/profiles.ts';
import type { Metrics } from './metrics.ts';
import { type Generator, type Run, readFacts } from './report.ts';

export const factsVersion = 1;

/**
 * What a run saw, unjudged: the content of facts.json, of which its report is made. Plain data without secrets; those of
 * several generators are added up (`add-facts.ts`).
 */
export interface Facts {
  readonly schemaVersion: typeof factsVersion;
  readonly tool: { readonly name: string; readonly version: string };
  readonly run: RunFacts;
  readonly plan: RunPlan;
  /** null: setup() did not come to its end. */
  readonly before: BeforeLoad | null;
  /** What k6 counted, by metric and tags. */
  readonly metrics: Metrics;
  /** Thresholds that k6 found crossed, as "metric expression". */
  readonly crossed: readonly string[];
  readonly machine: Machine;
  /** Cases that the virtual users left with the companion. */
  readonly evidence: readonly KeptEvidence[];
  /** Settings that make the run impossible, or worthless. */
  readonly problems: readonly string[];
  /** Generators that these facts are of. */
  readonly generators: number;
  /** Slices of several generators were measured at the same time, so that they can be added up. */
  readonly isAligned: boolean;
  /** Said by the command line after a run that came to no verdict, whatever k6 wrote of it. */
  readonly withdrawn?: { readonly completeness: Run['completeness']; readonly reason: string };
}

export type RunFacts = Omit<Run, 'completeness' | 'scenario' | 'profile'> & {
  readonly k6Version: string;
  /** By the base URL before it was redacted. Absent in facts of earlier versions. */
  readonly isOnThisMachine?: boolean;
};

/** What was settled before the first request. */
export interface RunPlan {
  readonly scenario: string;
  readonly profile: string;
  /** What the profile's load can decide. */
  readonly promise: string;
  /** False where the load is beyond what anybody promised: latency is shown and does not decide. */
  readonly latencyDecides: boolean;
  readonly contract: Contract;
  /** As it was named; null without a contract. */
  readonly contractFile: string | null;
  readonly startedAtMs: number;
  readonly conformance: ConformancePlan;
  /** Of all generators together; null: no load. */
  readonly load: ResolvedLoad | null;
  /** The part of the load that the generators made: 1 is the whole. */
  readonly loadShare: number;
  /** The part of the load, as k6 names it: "1/4:2/4". Absent: all of it, or the parts of several generators. */
  readonly segment?: string;
  /** The rate was asked for on the command line or in the environment. */
  readonly isRateGiven: boolean;
  /** Without its companion the harness allows less. */
  readonly hasCompanion: boolean;
  /** Loads one after the other, judged together after each. Absent: there is one. */
  readonly loads?: Looks;
  /** null: the service is compared with no other one. */
  readonly comparison: (ComparisonPlan & { readonly counterpart: string }) | null;
  /** Characters of the access token that can be changed, one at a time. */
  readonly tokenCharacters: number;
  /** Letters of the token in the other case are never tried: it may be readable in either. Absent: false. */
  readonly isTokenReadInEitherCase?: boolean;
}

/** What setup() saw: the conformance phase, and what comes before the load. */
export interface BeforeLoad {
  /** Milliseconds since 1970: the load began then. */
  readonly endedAtMs: number;
  readonly reachable: boolean;
  readonly tally: Tally;
  readonly calls: Calls;
  readonly observations: { readonly [id in ObservationId]?: { readonly [name in Endpoint]?: ValueCounts } };
  /** Valid calls that did not succeed, by outcome. */
  readonly errors: { readonly [name in Endpoint]?: Readonly<Record<string, ErrorCount>> };
  readonly tokenProbes: {
    readonly ways: Readonly<Record<string, number>>;
    readonly places: Readonly<Record<string, number>>;
  };
  /** Classes of data that encrypt refuses altogether. */
  readonly refusedClasses: readonly string[];
  /** TCP handshakes of fresh connections, before the load; null: too few. */
  readonly roundTrip: RoundTrip | null;
  /** Network time that each call is known to take, where the limit holds at the service. Absent: none was taken off. */
  readonly networkTakenOffMs?: number;
  /** The most that one of several loads or generators took off. Absent: all took off the same. */
  readonly networkTakenOffMostMs?: number;
  /** Error on the control endpoint before the load, alone; null: not measured. */
  readonly calibration: Generator['controlError'];
  /** null: there was nothing to load. */
  readonly warmUp: WarmUp | null;
}

/** How long the service was asked before it stopped growing faster. */
export interface WarmUp {
  readonly durationMs: number;
  /** False where it still grew faster when the time for it was over. */
  readonly settled: boolean;
}

export interface ValueCounts {
  readonly counts: Readonly<Record<string, number>>;
  /** Values beyond those that are kept. */
  readonly more: number;
}

export interface ErrorCount {
  count: number;
  readonly example: string;
  /** Sends the first of these requests again. Absent in facts of earlier versions. */
  readonly curl?: string;
}

export interface KeptEvidence {
  readonly check: string;
  readonly cause: string;
  readonly evidence: Evidence;
}

/** True when there is nothing to load: the service is not there, or nothing of it ever succeeded. */
export function nothingToLoad({ reachable, calls }: Pick<BeforeLoad, 'reachable' | 'calls'>): boolean {
  return !reachable || Object.values(calls).every(({ results }) => results.succeeded === 0);
}

const mark = 'encryption-backup-harness-facts ';

/** The facts of a run in one line, for those who have only its log, as of a pod. Nothing in it is a command of a CI. */
export function factsLine(facts: Facts): string {
  return `${mark}${JSON.stringify(facts).replaceAll('##', '#\\u0023')}`;
}

/**
 * A time or the name of a pod may come before; nothing in which a service could speak: k6 quotes what it says, and in our
 * own lines it is part of JSON.
 */
const linePattern = new RegExp(`^[^"{]*?${mark}(\\{[^]*\\})\\s*$`);

/** All facts in a log. Throws an Error with a sentence for people where what stands there is not what a run writes. */
export function factsInLog(log: string): Facts[] {
  return log.split('\n').flatMap((line) => {
    const text = linePattern.exec(line)?.[1];
    return text === undefined ? [] : [readFacts(text)];
  });
}
