import { type Calls, totalCalls } from '../checks/calls/calls.ts';
import type { SeenAnswers } from '../checks/draft/seen-answers.ts';
import type { ObservationId } from '../checks/observations.ts';
import type { Tally } from '../checks/tally.ts';
import type * as written from '../dist/facts-types.ts';
import { facts as isVersion1 } from '../dist/validators.mjs';
import type { Endpoint } from '../schemas/endpoints.ts';
import { partOfLoad, type ResolvedLoad } from '../schemas/load-plan.ts';
import type { Machine } from '../schemas/machine.ts';
import type { ConformancePlan } from '../schemas/profiles.ts';
import { documentIn } from './report.ts';

/**
 * What a run saw, unjudged: the content of facts.json, from which its report is made. Plain data without secrets. The facts of
 * several generators can be combined (`after/merged-facts.ts`). These types are those of `facts.schema.json`, with what code alone knows.
 */
export interface Facts extends Omit<written.Facts, 'plan' | 'before' | 'machine'> {
  readonly plan: RunPlan;
  /** null: setup() did not finish. */
  readonly before: BeforeLoad | null;
  readonly machine: Machine;
}

export interface RunPlan extends Omit<written.RunPlan, 'conformance' | 'load'> {
  readonly conformance: ConformancePlan;
  /** The load of all generators together; null: no load. */
  readonly load: ResolvedLoad | null;
}

export interface BeforeLoad
  extends Omit<written.BeforeLoad, 'tally' | 'calls' | 'observations' | 'answers' | 'errors'> {
  readonly tally: Tally;
  readonly calls: Calls;
  readonly observations: Readonly<
    Partial<Record<ObservationId, { readonly [name in Endpoint]?: written.ValueCounts }>>
  >;
  /** Valid calls that did not succeed, by outcome. */
  readonly errors: { readonly [name in Endpoint]?: Readonly<Record<string, written.ErrorCount>> };
  readonly answers: SeenAnswers;
}

/** What is known of the answers of a run whose setup() finished. */
export type SeenFacts = Pick<Facts, 'plan' | 'metrics' | 'evidence'> & { readonly before: BeforeLoad };

/** The facts of a run with a load; `load`: the part of it that was measured. */
export type LoadedFacts = Facts & { readonly before: BeforeLoad; readonly load: ResolvedLoad };

/** The most network time that was subtracted from any call. */
export function takenOffMostMs(before: BeforeLoad): number {
  return before.networkTakenOffMostMs ?? before.networkTakenOffMs;
}

/** Whether all is of one load of one generator: k6's percentiles and times cannot be combined. */
export function isOneRun({ generators, plan }: Pick<Facts, 'generators' | 'plan'>): boolean {
  return generators === 1 && plan.loads.made === 1;
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

/** Parses facts.json; throws as `documentIn` does. */
export function readFacts(text: string): Facts {
  return documentIn(text, isVersion1);
}

/** What precedes facts in a log. */
export const factsMark = 'encryption-backup-harness-facts ';

/** The facts of a run in one line without CI commands, for readers who have only its log, such as a pod's. */
export function factsLine(facts: Facts): string {
  return `${factsMark}${JSON.stringify(facts).replaceAll('##', '#\\u0023')}`;
}
