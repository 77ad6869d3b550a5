import {
  durationSetting,
  type Refuse,
  rateSetting,
  type Setting,
  seedSetting,
  settingIn,
} from './run-settings.ts';

/** Requests of the conformance phase, and the time after which it waits for no more answers. */
export type ConformancePlan = Profile['conformance'];

/**
 * For quick, standard and thorough, and for a scenario without a conformance part: enough to know that the right service is there.
 * Each probe of encrypt, of `absent` to `madeUp`, has a twin with the token; `encrypt` are the calls besides these.
 */
const conformance = {
  user: [320, 900, 4600, 20],
  encrypt: [24, 24, 40, 18],
  sync: [240, 400, 2300, 10],
  absent: [300, 800, 4600, 20],
  empty: [75, 200, 900, 9],
  scheme: [100, 330, 1200, 18],
  madeUp: [400, 1000, 5800, 28],
  /** How many levels of the request space come together in all combinations; of three, one is the credential. */
  strength: [2, 2, 3, 1],
  backup: [2, 4, 6, 1],
  /** The least time between two requests; 0: as fast as answers arrive, unless a rate is chosen. */
  stepMs: [0, 0, 0, 0],
  budgetMs: [60_000, 60_000, 300_000, 25_000],
};

/** For quick, standard and thorough. */
const load = {
  /**
   * Requests per second, all endpoints together: chosen so that an answer after 20 ms arrives midway between two calls,
   * when no sending delays its reading.
   */
  rate: [475, 425, 425],
  /** Length of a stretch of the warm-up, repeated until the service stops getting faster, and the limit for all stretches. */
  settleMs: [500, 2000, 5000],
  settleAtMostMs: [2000, 16_000, 60_000],
  /** A further warm-up for the connections of the virtual users. */
  warmUpMs: [1000, 1500, 3000],
  measureMs: [13_000, 64_000, 530_000],
  /** Backup calls in the measured time. */
  backups: [6, 16, 60],
  /** A pass requires that stalls of this length, in milliseconds, that take up the allowed share would have shown. */
  maxStallMs: [20, 100, 500],
};

function column<Name extends string>(
  table: Readonly<Record<Name, readonly number[]>>,
  index: number,
): { readonly [figure in Name]: number } {
  const figures = Object.entries<readonly number[]>(table).map(([name, values]) => [name, values[index]]);
  return Object.fromEntries(figures);
}

function profileAt(index: number, name: string) {
  return { name, conformance: column(conformance, index), load: column(load, index) };
}

/** How much evidence a run gathers, and so what it can decide. */
export type Profile = Readonly<ReturnType<typeof profileAt>>;

export const standardProfile = profileAt(1, 'standard');
export const profiles: readonly Profile[] = [
  profileAt(0, 'quick'),
  standardProfile,
  profileAt(2, 'thorough'),
];
export const preflightPlan = column(conformance, 3);

const profileSetting: Setting<Profile> = {
  read: (text) => profiles.find(({ name }) => name === text) ?? null,
  wanted: `must be one of ${profiles.map(({ name }) => name).join(', ')}`,
};

/** What an operator can choose of a run; null: not chosen. `textOf`: of a setting, by its variable. */
export function readChosen(textOf: (variable: string) => string | null, refuse: Refuse) {
  const read = <T>(variable: string, setting: Setting<T>) =>
    settingIn(variable, textOf(variable), setting, refuse);
  return {
    profile: read('PROFILE', profileSetting) ?? standardProfile,
    rate: read('RATE', rateSetting),
    durationMs: read('DURATION', durationSetting),
    seed: read('SEED', seedSetting),
  };
}

/** At a chosen rate the phase has twice the time that its requests take; null: no rate was chosen. `more`: requests besides the plan's. */
export function pacedPlan(plan: ConformancePlan, rate: number | null, more = 0): ConformancePlan {
  const stepMs = rate === null ? plan.stepMs : 1000 / rate;
  const budgetMs = Math.max(plan.budgetMs, Math.ceil(2 * (plannedRequests(plan) + more) * stepMs));
  return { ...plan, stepMs, budgetMs };
}

/**
 * How many rounds of calls, each of `ofRound` requests, are made at some moments. Two more go with each backup, one follows the start, and
 * one the idling. A service may suspend callers that make many mistakes, so calls with an unknown algorithm are few.
 */
export const rounds = { beforeBackups: 2, afterUnknownAlgorithm: 3, withTwins: 12 };

/** Requests besides those of the plan: the first ones, those that measure the network or only observe, and a round's. */
const [besidesPlan, ofRound] = [51, 6];

/** Requests of the phase, about. */
export function plannedRequests(plan: ConformancePlan): number {
  const { user, encrypt, sync, backup, absent, empty, scheme, madeUp, strength } = plan;
  const always = 1 + rounds.beforeBackups + 2 * backup + rounds.afterUnknownAlgorithm;
  const allRounds = always + (strength === 1 ? 0 : rounds.withTwins + 1);
  // Each probe has a twin, which is a valid call of encrypt.
  const planned = user + encrypt + sync + backup + 2 * (absent + empty + scheme + madeUp);
  // Some results are sent as data, each after the call that it answered.
  const ofResults = strength === 1 ? 0 : 2 * encrypt;
  return planned + besidesPlan + ofRound * allRounds + ofResults;
}

/** A floor is this share of the plan: a run with less is not evidence. */
export const floorShare = 0.25;
