import { upperBound } from '../statistics/clopper-pearson.ts';
import type { GeneratorFacts, RoundTrip } from './generator-facts.ts';
import { overGridMs } from './measurement.ts';
import { msText } from './wording.ts';

/** At most this share of calls was read as longer than it was by more than `overMs`. */
export interface GuardLevel {
  readonly overMs: number;
  readonly exceedance: number;
}

export interface GuardBand {
  readonly levels: readonly GuardLevel[];
  /** The band shown: where the control's p99 lies, or the smallest default. */
  readonly shownMs: number;
  readonly source: string;
  /** What a handshake took, added to every level: the limit is the service's, the figure the client's. */
  readonly networkMs: number;
  /** Share of calls for which the network may have taken longer than that. */
  readonly networkExceedance: number;
}

/** Without a control: what k6 adds on a machine that k6 finds quiet, and on one that it does not. */
const quietDefault: readonly GuardLevel[] = [
  { overMs: 1.5, exceedance: 0.03 },
  { overMs: 5, exceedance: 0.01 },
  { overMs: 12, exceedance: 0.003 },
];
const noisyDefault: readonly GuardLevel[] = [
  { overMs: 8, exceedance: 0.1 },
  { overMs: 35, exceedance: 0.03 },
  { overMs: 80, exceedance: 0.01 },
];

/** `alpha` is the chance, per level, that the error exceeds the level more often than stated. */
export function guardBand(generator: GeneratorFacts, limitMs: number, alpha: number): GuardBand {
  const { levels, shownMs, source } = ownLevels(generator, alpha);
  const network = networkAllowance(generator.roundTrip, limitMs);
  return { levels, shownMs, source, ...network };
}

/** By lateness and sending time, all that k6 alone can tell. */
export function seemsQuiet(generator: GeneratorFacts): boolean {
  const { latenessP95Ms, latenessP99Ms, sendingP99Ms } = generator;
  if (latenessP95Ms === null || latenessP99Ms === null || sendingP99Ms === null) return false;
  return latenessP95Ms <= 2 && latenessP99Ms <= 3 && sendingP99Ms <= 1;
}

function ownLevels(
  generator: GeneratorFacts,
  alpha: number,
): Pick<GuardBand, 'levels' | 'shownMs' | 'source'> {
  const { control } = generator;
  if (control === null || control.n === 0) {
    const quiet = seemsQuiet(generator);
    const levels = quiet ? quietDefault : noisyDefault;
    const shownMs = levels[0]?.overMs ?? 0;
    const machine = quiet ? 'a machine that seems quiet' : 'a noisy machine';
    return { levels, shownMs, source: `default for ${machine}, not measured in this run` };
  }
  const { q50, q90, q99, max } = control.errorMs;
  const steps = new Set([q50, q90, q99, max].map(gridStep));
  const calls = control.n + control.lost;
  const levels = control.overError
    .filter(({ overMs }) => steps.has(overMs))
    .map(({ overMs, count }) => ({ overMs, exceedance: upperBound(count, calls, alpha) }));
  return {
    levels,
    shownMs: gridStep(q99) ?? q99,
    source: `p99 of the error on ${control.n} control calls in the same run (${msText(q99)})`,
  };
}

/** Up to this handshake time the control, on loopback, has already met the network. */
const nearMs = 0.5;
/** Where no handshake was timed the network may be as far away as this. */
const unknownNetworkMs = 120;

/** On a jittery network, up to a tenth of the calls may have taken longer than 95 % of the handshakes did. */
function networkAllowance(
  roundTrip: RoundTrip | null,
  limitMs: number,
): Pick<GuardBand, 'networkMs' | 'networkExceedance'> {
  if (roundTrip === null) return { networkMs: unknownNetworkMs, networkExceedance: 0 };
  if (roundTrip.floorMs <= nearMs) return { networkMs: 0, networkExceedance: 0 };
  return { networkMs: roundTrip.p95Ms, networkExceedance: isJittery(roundTrip, limitMs) ? 0.1 : 0 };
}

/** Handshake times spread over more than a tenth of what the limit leaves to the service. */
export function isJittery({ floorMs, p95Ms }: RoundTrip, limitMs: number): boolean {
  return floorMs > nearMs && p95Ms - floorMs > 0.1 * (limitMs - floorMs);
}

/** The first step of the grid that is strictly above a value. */
function gridStep(ms: number): number | undefined {
  return overGridMs.find((step) => step > ms);
}
