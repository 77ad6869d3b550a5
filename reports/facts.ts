import { distinct } from '../checks/add-up.ts';
import { type Calls, totalCalls } from '../checks/calls/calls.ts';
import type { SizeLimit } from '../checks/calls/size-limit.ts';
import type { ComparisonPlan } from '../checks/comparison/comparison-plan.ts';
import type { Evidence } from '../checks/findings.ts';
import type { LoadsMade } from '../checks/latency/expectation.ts';
import type { RoundTrip } from '../checks/latency/measurement.ts';
import { mostAddresses } from '../checks/latency/slow-kind.ts';
import type { ObservationId } from '../checks/observations.ts';
import type { SeenAnswers } from '../checks/seen/seen-answers.ts';
import type { Tally } from '../checks/tally.ts';
import { facts as isVersion1 } from '../dist/validators.mjs';
import type { Contract } from '../schemas/contract.ts';
import type { Endpoint } from '../schemas/endpoints.ts';
import { partOfLoad, type ResolvedLoad } from '../schemas/load-plan.ts';
import type { Machine, MachineSlice } from '../schemas/machine.ts';
import type { ConformancePlan } from '../schemas/profiles.ts';
import type { Metrics } from './read-metrics.ts';
import { type DimensionTried, documentIn, type Run } from './report.ts';

/**
 * What a run saw, unjudged: the content of facts.json, from which its report is made. Plain data without secrets. The facts of
 * several generators can be combined (`add-facts.ts`).
 */
export interface Facts {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly run: Omit<Run, 'completeness' | 'scenario' | 'profile'> & {
    readonly k6Version: string;
    /** Whether the base URL, before it was redacted, was a loopback address. */
    readonly isOnThisMachine: boolean;
  };
  readonly plan: RunPlan;
  /** null: setup() did not finish. */
  readonly before: BeforeLoad | null;
  /** k6's counts, by metric and tags. */
  readonly metrics: Metrics;
  /** Thresholds that k6 found crossed, as "metric expression". */
  readonly crossed: readonly string[];
  readonly machine: Machine;
  /** What happened on the machine in each slice of the load, in order; empty: unknown. */
  readonly machineSlices: readonly MachineSlice[];
  /** Failures that virtual users sent to the companion. */
  readonly evidence: readonly KeptEvidence[];
  /** Settings that make the run impossible or its result worthless. */
  readonly problems: readonly string[];
  /** How many generators these facts come from. */
  readonly generators: number;
  /** Whether all generators measured their slices at the same time, so that slices can be combined. */
  readonly isAligned: boolean;
  /** Set by the command line after a run without a verdict, whatever k6 wrote about it. */
  readonly withdrawn?: { readonly completeness: Run['completeness']; readonly reason: string };
}

/** What is known of the answers of a run whose setup() finished. */
export type SeenFacts = Pick<Facts, 'plan' | 'metrics' | 'evidence'> & { readonly before: BeforeLoad };

/** The facts of a run with a load; `load`: the part of it that was measured. */
export type LoadedFacts = Facts & { readonly before: BeforeLoad; readonly load: ResolvedLoad };

/** What was decided before the first request. */
export interface RunPlan {
  readonly scenario: string;
  readonly profile: string;
  /** False if the load exceeds any promise: latency is shown but does not affect the verdict. */
  readonly latencyDecides: boolean;
  readonly contract: Contract;
  /** As given on the command line; null: there is no contract. */
  readonly contractFile: string | null;
  readonly startedAtMs: number;
  readonly conformance: ConformancePlan;
  /** The load of all generators together; null: no load. */
  readonly load: ResolvedLoad | null;
  /** Share of the load that the generators made: 1 is all of it. */
  readonly loadShare: number;
  /** The part of the load in k6's notation: "1/4:2/4". Absent: all of it, or the parts of several generators. */
  readonly segment?: string;
  /** Whether the rate was given on the command line or in the environment. */
  readonly isRateGiven: boolean;
  /** Without its companion, the harness has stricter limits. */
  readonly hasCompanion: boolean;
  /** Successive loads that are judged together after each. Absent: one load. */
  readonly loads?: LoadsMade;
  /** null: the service is not compared with another. */
  readonly comparison: (ComparisonPlan & { readonly counterpart: string }) | null;
  /** Number of characters of the access token that can be changed, one at a time. */
  readonly tokenCharacters: number;
  /** Whether the token may be readable in either case, so that case is never changed. Absent: false. */
  readonly isTokenReadInEitherCase?: boolean;
}

/** What setup() saw: the conformance phase and the preparations for the load. */
export interface BeforeLoad {
  /** When the load began, in milliseconds since 1970. */
  readonly endedAtMs: number;
  readonly reachable: boolean;
  readonly tally: Tally;
  readonly calls: Calls;
  readonly observations: { readonly [id in ObservationId]?: { readonly [name in Endpoint]?: ValueCounts } };
  /** Valid calls that did not succeed, by outcome. */
  readonly errors: { readonly [name in Endpoint]?: Readonly<Record<string, ErrorCount>> };
  readonly tokenProbes: {
    readonly ways: Readonly<Record<string, number>>;
    /** Absent in facts of earlier versions. */
    readonly refused?: Readonly<Record<string, number>>;
    readonly places: Readonly<Record<string, number>>;
  };
  /** The form of the answers, for drafting a contract. */
  readonly answers: SeenAnswers;
  /** The requests to encrypt, by dimension of the request space. */
  readonly space: readonly DimensionTried[];
  /** Classes of data that encrypt always refuses. */
  readonly refusedClasses: readonly string[];
  /** Calls beyond these sizes, which encrypt refused, are not among the `calls`. Absent or null: none were refused by their size. */
  readonly sizeLimit?: SizeLimit | null;
  /** Milliseconds that reading and judging took of the conformance phase, and the length of the longest body. Absent: not most of it. */
  readonly slowReading?: { readonly ms: number; readonly ofMs: number; readonly characters: number };
  /** Duration of TCP handshakes before the load; null: there were too few. 0 within this machine if none was timed. */
  readonly roundTrip: RoundTrip | null;
  /** Network time subtracted from each call if the limit holds at the service. Absent: none. */
  readonly networkTakenOffMs?: number;
  /** The most that any of several loads or generators subtracted. Absent: all subtracted the same. */
  readonly networkTakenOffMostMs?: number;
  /** How long the service was called until its response times settled; null: there was no service to load. */
  readonly warmUp: {
    readonly durationMs: number;
    /** False: the service was still getting faster when the warm-up ended. */
    readonly settled: boolean;
  } | null;
}

interface ValueCounts {
  readonly counts: Readonly<Record<string, number>>;
  /** Number of values that were not kept. */
  readonly more: number;
}

export interface ErrorCount {
  count: number;
  readonly example: string;
  /** A command that sends the first of these requests again. Absent: unknown. */
  readonly curl?: string;
}

export interface KeptEvidence {
  readonly check: string;
  readonly cause: string;
  readonly evidence: Evidence;
}

/** The most network time that was subtracted from any call. */
export function takenOffMostMs(before: Partial<BeforeLoad>): number {
  return before.networkTakenOffMostMs ?? before.networkTakenOffMs ?? 0;
}

/** Whether all is of one load of one generator: k6's percentiles, times and numbers of addresses cannot be combined. */
export function isOneRun({ generators, plan }: Pick<Facts, 'generators' | 'plan'>): boolean {
  return generators === 1 && (plan.loads?.made ?? 1) === 1;
}

/** Whether a load would be pointless: the service is absent, no call succeeded, or encrypt rejected the token every time. */
export function nothingToLoad({ reachable, calls }: Pick<BeforeLoad, 'reachable' | 'calls'>): boolean {
  const { results } = calls.encrypt;
  const isTokenRefused = results.unauthorised > 0 && results.unauthorised === totalCalls(calls.encrypt);
  return !reachable || isTokenRefused || Object.values(calls).every((one) => one.results.succeeded === 0);
}

/** The generators' part of the planned load; null: no load. */
export function loadMade({ plan: { load, loadShare } }: Pick<Facts, 'plan'>): ResolvedLoad | null {
  return load && partOfLoad(load, loadShare);
}

/** The addresses that answered before the load, in the order of the load's numbers for them. Empty if there was only one. */
export function addressesIn({ observations }: Pick<BeforeLoad, 'observations'>): string[] {
  const seen = Object.values(observations.addresses ?? {}).flatMap(({ counts }) => Object.keys(counts));
  const addresses = distinct(seen).toSorted().slice(0, mostAddresses);
  return addresses.length < 2 ? [] : addresses;
}

/** Parses facts.json; throws as `documentIn` does. */
export function readFacts(text: string): Facts {
  return documentIn(text, isVersion1);
}

const mark = 'encryption-backup-harness-facts ';

/** The facts of a run in one line without CI commands, for readers who have only its log, such as a pod's. */
export function factsLine(facts: Facts): string {
  return `${mark}${JSON.stringify(facts).replaceAll('##', '#\\u0023')}`;
}

/** A time or a pod's name may precede the mark, but no text from the service, which k6 quotes and our own lines contain as JSON. */
const linePattern = new RegExp(`^[^"{]*?${mark}(\\{[^]*\\})\\s*$`);

/** All facts in a log. Throws an Error with a readable sentence if a marked line contains no facts. */
export function factsInLog(log: string): Facts[] {
  return log.split('\n').flatMap((line) => {
    const text = linePattern.exec(line)?.[1];
    return text === undefined ? [] : [readFacts(text)];
  });
}
