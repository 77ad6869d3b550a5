import type { Origin, Outcome } from './check.ts';
import { type ClauseId, clauses, sentenceOf } from './clauses.ts';

/** Of a run: fail > inconclusive > pass. */
export type Verdict = 'pass' | 'fail' | 'inconclusive';

/** What one check says of the whole run. */
export interface Finding {
  readonly check: string;
  readonly clause: ClauseId;
  readonly section: string;
  readonly sentence: string;
  readonly origin: Origin;
  readonly verdict: Verdict | 'not-applicable';
  /** A sentence that is true for this verdict. */
  readonly title: string;
  readonly reading: string;
  /** Title of the endpoint, or empty where the finding spans several. */
  readonly endpoint: string;
  /** Answers that were judged; for a check on a whole run, what it rests on. */
  readonly samples: number;
  readonly failures: number;
  /** Judged answers by what was said of each; absent for checks on a whole run. */
  readonly outcomes?: Readonly<Record<Outcome, number>>;
  /** Fewer judged answers than this make the finding inconclusive. */
  readonly floor: number;
  /** What the counts mean: "0 of 2 000: fewer than 0.15 % at 95 %", or why it is inconclusive. */
  readonly explanation: string;
  readonly remedy: string;
  readonly causes: readonly FindingCause[];
  readonly contested: readonly Contested[];
  readonly waiver: { readonly reason: string; readonly expires: string } | null;
}

/** Failures of one kind, with the first few as evidence. */
export interface FindingCause {
  readonly cause: string;
  readonly count: number;
  readonly expected: string;
  readonly actual: string;
  readonly evidence: readonly Evidence[];
}

/** A form that the document neither allows nor forbids. */
export interface Contested {
  readonly form: string;
  readonly count: number;
  readonly example: string;
}

/** One exchange, secrets redacted, as a service owner needs it. */
export interface Evidence {
  readonly phase: 'conformance' | 'load';
  /** Number of the request in the run. */
  readonly sequence: number;
  readonly variety: string;
  readonly connection: 'fresh' | 'used';
  readonly status: number;
  readonly durationMs: number;
  readonly expected: string;
  readonly actual: string;
  /** The body around the fault, control characters made visible, cut. */
  readonly excerpt: string;
  readonly curl: string;
  /** Whether the same request, sent again at once, showed it again. */
  readonly resent: { readonly times: number; readonly again: number } | null;
}

/** What every finding of one check has in common. */
export interface FindingSubject {
  readonly id: string;
  readonly clause: ClauseId;
  readonly origin: Origin;
  /** Title of the endpoint, or empty. */
  readonly endpoint: string;
}

/** What a check says of a run; what is left out is nothing. */
export type SaidOfCheck = Pick<Finding, 'verdict' | 'title' | 'explanation'> & Partial<Finding>;

/** The one way in which a finding comes about. */
export function finding({ id, clause, origin, endpoint }: FindingSubject, said: SaidOfCheck): Finding {
  return {
    check: id,
    clause,
    section: clauses[clause].section,
    sentence: sentenceOf(clause),
    origin,
    reading: '',
    endpoint,
    samples: 0,
    failures: 0,
    floor: 0,
    remedy: '',
    causes: [],
    contested: [],
    waiver: null,
    ...said,
  };
}
