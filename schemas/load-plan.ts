import type { Contract, OtherEndpoint } from './contract.ts';
import type { Endpoint } from './endpoints.ts';
import type { Profile } from './profiles.ts';

/** The load of one run, fixed before it starts: its profile's plan with what was chosen instead. */
export interface ResolvedLoad extends Readonly<Profile['load']> {
  readonly shape: LoadShape;
  /** Each sends its part of the calls, several at a time. */
  readonly virtualUsers: number;
  /** Length of a slice of the first load. */
  readonly sliceMs: number;
  /** Lengths of the loads that were made one after the other and are judged as one. Absent: only one was. */
  readonly loadsMs?: readonly number[];
  readonly hasControl: boolean;
}

/** The number of slices of the measured time; divisible by 2 and 3, for the batch means. */
export const sliceCount = 60;

/** Lengths of the slices, in order: `sliceCount` of each load. */
export function sliceLengthsMs({ sliceMs, loadsMs = [sliceMs * sliceCount] }: ResolvedLoad): number[] {
  return loadsMs.flatMap((ms) => Array<number>(sliceCount).fill(ms / sliceCount));
}

/** The most data of one call under load; larger data is sent before the load. */
export const mostBytesUnderLoad = 65_536;

/**
 * Virtual users of any load: few enough to use little memory, and enough that no answer waits until many others are
 * judged and that as many generators can share a load.
 */
export const virtualUsers = 16;

/** Calls that a virtual user counts at once: counted one by one, each costs k6's engine several times as much. */
export const countedAtOnce = 100;

/** Five of the sixteen virtual users ask the service to close the connection after each call. */
export function closesConnections(user: number): boolean {
  return user % 3 === 1;
}

/** Requests per second that k6 surely times exactly with one core, which it shares with the service. */
export const ratePerCore = 250;

export function dueCalls(load: Pick<ResolvedLoad, 'rate' | 'shape' | 'measureMs'>): number {
  const levels = levelsOf[load.shape];
  const multiples = levels.reduce((sum, multiple) => sum + multiple, 0);
  return (((load.rate * multiples) / levels.length) * load.measureMs) / 1000;
}

/** When the n-th call is due, in milliseconds from the start of the measured time. */
export function dueTimes(load: Pick<ResolvedLoad, 'rate' | 'shape' | 'measureMs'>) {
  const levels = levelsOf[load.shape];
  const holdMs = load.measureMs / levels.length;
  let due = 0;
  const held = levels.map((multiple, number) => {
    const rate = load.rate * multiple;
    const level = { first: due, startMs: number * holdMs, stepMs: 1000 / rate };
    due += (rate * holdMs) / 1000;
    return level;
  });
  return (index: number) => {
    const level = held.findLast(({ first }) => first <= index);
    return level === undefined ? 0 : level.startMs + (index - level.first) * level.stepMs;
  };
}

export type Slot = Endpoint | 'control' | 'probe';

/** A quarter of the rate for each endpoint but backup, the rest for control calls and probes. */
const weights = { user: 5, encrypt: 5, sync: 5, control: 3, probe: 2 };

/** Where refusals take long, only one of this many probes of a load is made. */
export const fewProbesAmong = 16;

export function fewestProbes(load: ResolvedLoad): number {
  return (slotShare('probe', load) * dueCalls(load)) / fewProbesAmong;
}

/** All slots except backup, each repeated by its weight. */
export function weightedSlots(hasControl: boolean): readonly Slot[] {
  const slots = Object.entries(weights).flatMap(([slot, weight]) => Array<Slot>(weight).fill(slot as Slot));
  return slots.filter((slot) => hasControl || slot !== 'control');
}

export function plannedCalls(endpoint: Endpoint, load: ResolvedLoad): number {
  return Math.round(dueCalls(load) * slotShare(endpoint, load));
}

/** Calls that any whole run surely makes: 97 % of those planned. */
export function fewestCalls(endpoint: Endpoint, load: ResolvedLoad): number {
  return Math.floor(plannedCalls(endpoint, load) * 0.97);
}

/** Share of the scheduled calls that go to an endpoint, or that are of another slot. */
export function slotShare(slot: Slot, load: ResolvedLoad): number {
  if (slot === 'backup') return load.backups / dueCalls(load);
  const slots = weightedSlots(load.hasControl);
  return slots.filter((one) => one === slot).length / slots.length;
}

export function partOfLoad(load: ResolvedLoad, share: number): ResolvedLoad {
  return {
    ...load,
    rate: load.rate * share,
    backups: load.backups * share,
    virtualUsers: Math.ceil(load.virtualUsers * share),
  };
}

/** The contract for generators and loads that must not make backups, because others do. */
export function withoutBackups(contract: Contract): Contract {
  const others = (endpoints: readonly OtherEndpoint[] = []) => endpoints.filter((one) => one !== 'backup');
  const { required, notRequired } = contract.token ?? {};
  return {
    ...contract,
    backup: { ...contract.backup, call: false },
    ...(contract.token && { token: { required: others(required), notRequired: others(notRequired) } }),
  };
}

/** Calls without the token to an endpoint that the contract says does not need it, and to backup if it does. */
const callsWithoutToken = 30;

/** Calls without the token to user or sync if the contract says that they need it. */
const callsNeedingToken = 120;

/** How many calls ask whether the other endpoints need the token; 0: the contract does not declare it. */
export function callsAskingToken(plannedBackups: number, contract: Contract): Record<OtherEndpoint, number> {
  const { required = [], notRequired = [] } = contract.token ?? {};
  const without = notRequired.map((endpoint) => [endpoint, callsWithoutToken]);
  const needing = required.map((endpoint) => [endpoint, callsNeedingToken]);
  const { withoutToken: backup } = backupsOf(plannedBackups, 0, contract);
  return { user: 0, sync: 0, ...Object.fromEntries([...without, ...needing]), backup };
}

const credentialsInTurn = [
  ...(['absent', 'made-up', 'absent', 'made-up', 'scheme'] as const),
  ...(['absent', 'made-up', 'absent', 'made-up', 'empty'] as const),
];

/**
 * The credentials, in turn, that an endpoint must refuse if it needs the token. A wrong credential that `observeOnly` lets encrypt take is
 * left out: another endpoint may take it, too.
 */
export function credentialsNotEnough({ observeOnly = [] }: Contract) {
  return credentialsInTurn.filter((one) => one === 'absent' || !observeOnly.includes(`auth-${one}-refused`));
}

/** Calls of encrypt for each algorithm that the contract declares. */
export const callsPerAlgorithm = 10;

/** The backups of a run: those that were planned before the load and under it, or as many as the contract's `backup.calls`. */
export function backupsOf(plannedBefore: number, plannedUnderLoad: number, contract: Contract) {
  const { call = true, calls = Infinity } = contract.backup ?? {};
  if (!call) return { before: 0, withoutToken: 0, underLoad: 0 };
  const { required = [], notRequired = [] } = contract.token ?? {};
  const isTokenDeclared = [...required, ...notRequired].includes('backup');
  // One call is kept to ask whether a backup needs the token. The service may create such a backup.
  const before = Math.min(plannedBefore, isTokenDeclared ? Math.max(1, calls - 1) : calls);
  const withoutToken = isTokenDeclared ? Math.min(callsWithoutToken, calls - before) : 0;
  const underLoad = calls === Infinity ? plannedUnderLoad : calls - before - withoutToken;
  return { before, withoutToken, underLoad };
}

export type LoadShape = 'steady' | 'ramp' | 'spike' | 'climb';

/** Levels of the load, as multiples of the rate: each is held for an equal part of the measured time, in whole slices. */
export const levelsOf: Readonly<Record<LoadShape, readonly number[]>> = {
  steady: [1],
  ramp: [0.5, 1, 1.5, 2, 2, 1],
  spike: [0.5, 0.5, 4, 0.5, 0.5, 0.5],
  climb: [0.5, 1, 1.5, 2, 3, 4, 5, 6, 7, 8],
};

export function peakRate({ rate, shape }: Pick<ResolvedLoad, 'rate' | 'shape'>): number {
  return rate * Math.max(...levelsOf[shape]);
}

/** What a network may add to a call: several round trips, including those for a connection and TLS. */
const networkMs = 100;

/** Calls are not sent while this many are in flight: twice as many as are due in the longest stall to get through. */
export function mostInFlight({ shape, rate, maxStallMs }: ResolvedLoad, limitMs: number): number {
  const busyMs = Math.max(maxStallMs, 150) + limitMs + networkMs;
  return Math.ceil(((peakRate({ rate, shape }) * busyMs) / 1000) * 2) + 16;
}

/** A part of a load. `name`: k6's, such as "0:1/2"; null: all of it. Only the first asks all of the conformance part and makes backups. */
export function segmentOf(text: string | null | undefined) {
  const name = text || null;
  const [start, end] = name?.includes(':') ? name.split(':') : ['0', name ?? '1'];
  const [first, last] = [fraction(start), fraction(end)];
  const [from, to] = first >= 0 && first < last && last <= 1 ? [first, last] : [0, 1];
  return { name, from, to, share: to - from, isFirst: from === 0 };
}

function fraction(text = ''): number {
  if (text.endsWith('%')) return Number(text.slice(0, -1)) / 100;
  const [above, below = '1'] = text.split('/');
  return Number(above) / Number(below);
}
