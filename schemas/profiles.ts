/** How much evidence a run gathers, and so what it can decide. */
export interface Profile {
  readonly name: string;
  readonly conformance: ConformancePlan;
  readonly load: LoadPlan;
}

/** Requests of the conformance phase, and the time after which it waits for no more answers. */
export interface ConformancePlan {
  readonly user: number;
  readonly encrypt: number;
  readonly sync: number;
  readonly absent: number;
  readonly empty: number;
  readonly scheme: number;
  readonly madeUp: number;
  readonly backup: number;
  readonly budgetMs: number;
}

/** A conformance phase with a fixed rate. */
export interface PacedPlan extends ConformancePlan {
  /** The least time between two requests, in milliseconds; 0: as fast as answers arrive. */
  readonly stepMs: number;
}

export interface LoadPlan {
  /**
   * Requests per second, all endpoints together: chosen so that an answer after 20 ms arrives midway between two calls,
   * when no sending delays its reading.
   */
  readonly rate: number;
  /** The control endpoint alone, before anything else. */
  readonly calibrateMs: number;
  /**
   * Length of a stretch of the warm-up, repeated until the service stops getting faster, and the limit for all
   * stretches.
   */
  readonly settleMs: number;
  readonly settleAtMostMs: number;
  /** A further warm-up for the connections of the virtual users. */
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** Backup calls in the measured time. */
  readonly backups: number;
  /** A pass requires that stalls of this length, in milliseconds, that take up the allowed share would have shown. */
  readonly maxStallMs: number;
}

const quick: Profile = {
  name: 'quick',
  conformance: {
    user: 400,
    encrypt: 400,
    sync: 400,
    absent: 400,
    empty: 90,
    scheme: 120,
    madeUp: 400,
    backup: 2,
    budgetMs: 30_000,
  },
  load: {
    rate: 475,
    calibrateMs: 400,
    settleMs: 500,
    settleAtMostMs: 2000,
    warmUpMs: 1000,
    measureMs: 13_000,
    backups: 6,
    maxStallMs: 20,
  },
};

const standard: Profile = {
  name: 'standard',
  conformance: {
    user: 1000,
    encrypt: 1000,
    sync: 500,
    absent: 1000,
    empty: 300,
    scheme: 400,
    madeUp: 1000,
    backup: 4,
    budgetMs: 60_000,
  },
  load: {
    rate: 425,
    calibrateMs: 2000,
    settleMs: 2000,
    settleAtMostMs: 16_000,
    warmUpMs: 1500,
    measureMs: 64_000,
    backups: 16,
    maxStallMs: 100,
  },
};

const thorough: Profile = {
  name: 'thorough',
  conformance: {
    user: 4600,
    encrypt: 4600,
    sync: 2300,
    absent: 4600,
    empty: 900,
    scheme: 1200,
    madeUp: 4600,
    backup: 6,
    budgetMs: 300_000,
  },
  load: {
    rate: 425,
    calibrateMs: 5000,
    settleMs: 5000,
    settleAtMostMs: 60_000,
    warmUpMs: 3000,
    measureMs: 530_000,
    backups: 60,
    maxStallMs: 500,
  },
};

export const profiles: readonly Profile[] = [quick, standard, thorough];

/** At a chosen rate the phase has twice the time that its requests take; null: no rate was chosen. */
export function pacedPlan(plan: ConformancePlan, rate: number | null): PacedPlan {
  const stepMs = rate === null ? 0 : 1000 / rate;
  return {
    ...plan,
    stepMs,
    budgetMs: Math.max(plan.budgetMs, Math.ceil(2 * plannedRequests(plan) * stepMs)),
  };
}

export function plannedRequests(plan: ConformancePlan): number {
  const { user, encrypt, sync, absent, empty, scheme, madeUp, backup } = plan;
  return user + encrypt + sync + absent + empty + scheme + madeUp + backup;
}

/** A floor is this share of the plan: a run with less is not evidence. */
export const floorShare = 0.25;

/** Before a load without a conformance part: enough to know that the right service is there. */
export const preflightPlan: ConformancePlan = {
  user: 20,
  encrypt: 20,
  sync: 10,
  absent: 20,
  empty: 9,
  scheme: 18,
  madeUp: 28,
  backup: 1,
  budgetMs: 25_000,
};
