import type { ComparedCalls, ComparedEndpoint, ComparedFigure, Finding } from '../../dist/report-types.ts';
import { endpointTitle, repeatableEndpoints } from '../../schemas/endpoints.ts';
import { distinct } from '../add-up.ts';
import { endsOfNone } from '../answer.ts';
import { type Said, said } from '../causes.ts';
import { finding, titleFor } from '../findings.ts';
import { comparisonCheck } from '../run-checks.ts';
import { changeText, msText, notSentText } from '../wording.ts';
import {
  type Block,
  blocksPerRound,
  type ComparisonMeasurement,
  type EndpointMeasurement,
  type Side,
  sideAt,
  sides,
  warmUpRounds,
} from './comparison-plan.ts';
import { trimmedMean } from './trimmed-mean.ts';

/** Chance that a run, over all its endpoints, calls an unchanged service slower, or a slower one not slower. */
const runAlpha = 0.01;
/** Each end of each endpoint's intervals has an equal part of the run's chance. */
const endAlpha = runAlpha / repeatableEndpoints.length;
/** Two-sided, of one endpoint's intervals. */
export const comparisonConfidence = 1 - 2 * endAlpha;
/** "Slower" means by more than both, at either figure: restarts of the same service differ by less. */
const tolerance = { p50: { share: 0.02, ms: 0.2 }, p90: { share: 0.1, ms: 1 } } as const;
/** "Not slower" means shown not to be slower by this much. */
const excludedShare = 0.05;

/** Whether the candidate is slower than its counterpart, for every endpoint. */
export function judgeComparison(run: ComparisonMeasurement): ComparedEndpoint[] {
  return run.endpoints.map((endpoint) => judgeEndpoint(run, endpoint));
}

function judgeEndpoint(
  run: ComparisonMeasurement,
  { name, blocks, calls }: EndpointMeasurement,
): ComparedEndpoint {
  const changes = (['p50', 'p90'] as const).flatMap((figure) => changeOf(blocks, figure, endAlpha) ?? []);
  const [median] = changes;
  const rounds = median?.rounds ?? 0;
  const obstacles = obstaclesOf(run, calls, rounds);
  const outcome = median === undefined || obstacles.length > 0 ? 'open' : outcomeOf(median, changes);
  const reasons = outcome === 'open' && obstacles.length === 0 && median ? [openBecause(median)] : obstacles;
  const decisive = outcome === 'slower' ? changes.filter(isSlowerAt) : changes.slice(0, 1);
  const counts = ({ made, succeeded }: ComparedCalls) => ({ made, succeeded });
  const [first] = reasons;
  return {
    endpoint: endpointTitle(name),
    name,
    outcome,
    verdict: outcome === 'open' ? 'inconclusive' : outcome === 'slower' ? 'fail' : 'pass',
    rounds,
    slowerRounds: Math.max(0, ...decisive.map(({ slowerRounds }) => slowerRounds)),
    figures: changes.map(({ rounds: _, slowerRounds: __, ...figure }) => figure),
    calls: { candidate: counts(calls.candidate), counterpart: counts(calls.counterpart) },
    explanation: [...reasons.map(({ reason }) => reason), ...decisive.map(figureText)].join(' '),
    remedy: distinct(reasons.map(({ remedy }) => remedy)).join(' '),
    ...(first && { cause: first.id }),
  };
}

/** The median decides; p90 can only make it worse, since its interval is some ten times as wide. */
function outcomeOf(median: ComparedFigure, changes: readonly ComparedFigure[]): ComparedEndpoint['outcome'] {
  if (changes.some(isSlowerAt)) return 'slower';
  if (1 + median.upper < 1 / (1 + toleratedShare(median))) return 'faster';
  return median.upper < excludedShare ? 'not slower' : 'open';
}

/** Whether the candidate is slower at this figure by more than restarts of one service differ. */
function isSlowerAt(compared: ComparedFigure): boolean {
  return compared.lower > toleratedShare(compared);
}

function toleratedShare({ figure, counterpartMs }: ComparedFigure): number {
  const { share, ms } = tolerance[figure];
  return Math.max(share, ms / counterpartMs);
}

/** For a fast service even a certain difference can be too small to call slower, and a longer run would not help. */
function openBecause({ lower }: ComparedFigure): Said {
  if (lower < excludedShare) return said('wide-interval');
  return said('perhaps-too-small', { share: excludedShare * 100, ms: `${tolerance.p50.ms}` });
}

/** A larger share of calls without a success could move a median. */
const mostUnanswered = 0.01;

/** Why this run cannot compare the two services, whatever the figures say. `rounds`: those that are complete. */
function obstaclesOf(
  run: ComparisonMeasurement,
  calls: EndpointMeasurement['calls'],
  rounds: number,
): Said[] {
  // The document states the answer of user: a counterpart that answers otherwise may be any service, so its times do not compare.
  const user = run.endpoints.find(({ name }) => name === 'user')?.calls.counterpart;
  const isOther =
    user !== undefined && (user.outcomes[endsOfNone['ruled out']] ?? 0) > user.made * mostUnanswered;
  const found = [
    !run.isAlone && said('not-alone'),
    run.clockJumps > 0 && said('clock-set'),
    run.dropped > 0 && said('turns-dropped', { calls: notSentText(run.dropped) }),
    isOther && said('another-service', { endpoint: endpointTitle('user') }),
    ...sides.map((side) => manyFailed(side, calls)),
  ].filter((one) => one !== false);
  return found.length > 0 ? found : tooFew(run, rounds);
}

function manyFailed(side: Side, calls: EndpointMeasurement['calls']): Said | false {
  const { made, succeeded, outcomes } = calls[side];
  if (made - succeeded <= made * mostUnanswered) return false;
  const ends = Object.entries(outcomes)
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([name, count]) => `${name} ${count} times`);
  const how = ends.length === 0 ? '' : `: ${ends.join(', ')}`;
  return said(`${side}-fails`, { failed: `${made - succeeded}`, calls: `${made}`, how });
}

/** Share of the planned rounds that must be complete. */
const wholeShare = 0.9;
const fewestRounds = 3;

function tooFew({ blocks, callsPerBlock }: ComparisonMeasurement, rounds: number): Said[] {
  const planned = Math.max(0, blocks / blocksPerRound - warmUpRounds);
  if (planned < fewestRounds) return [said('rate-too-low', { rounds: fewestRounds, calls: callsPerBlock })];
  if (rounds >= Math.max(fewestRounds, planned * wholeShare)) return [];
  return [said('cut-short', { complete: rounds, rounds: planned })];
}

function figureText(compared: ComparedFigure): string {
  const text = changeText(compared);
  const place = compared.figure === 'p50' ? 'the median' : 'p90';
  const times = `${msText(compared.candidateMs)} compared with ${msText(compared.counterpartMs)}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} at ${place}: ${times}.`;
}

/**
 * How much slower the candidate is: trimmed geometric means over the rounds, and an interval of their quotient. `alpha` is the
 * chance on each side that the true change lies beyond it. null: fewer than two rounds.
 */
export function changeOf(blocks: readonly (Block | null)[], figure: ComparedFigure['figure'], alpha: number) {
  const starts = blocks.map((_, block) => block).filter((block) => block % blocksPerRound === 0);
  const rounds = starts.slice(warmUpRounds).flatMap((first) => roundFrom(blocks, first, figure) ?? []);
  if (rounds.length < 2) return null;
  const differences = rounds.map(({ candidate, counterpart }) => candidate - counterpart);
  const logs = (side: Side) => rounds.map((round) => round[side]);
  const { mean, halfWidth } = trimmedMean(differences, alpha);
  const rounded = (value: number) => Number(value.toFixed(6));
  const level = (side: Side) => rounded(Math.exp(trimmedMean(logs(side), alpha).mean));
  return {
    figure,
    candidateMs: level('candidate'),
    counterpartMs: level('counterpart'),
    change: rounded(Math.expm1(mean)),
    lower: rounded(Math.expm1(mean - halfWidth)),
    upper: rounded(Math.expm1(mean + halfWidth)),
    rounds: rounds.length,
    /** Rounds in which the candidate was slower at all. */
    slowerRounds: differences.filter((difference) => difference > 0).length,
  };
}

/** Mean logarithm of each side; null: a block is missing. */
function roundFrom(blocks: readonly (Block | null)[], first: number, figure: ComparedFigure['figure']) {
  const means = { candidate: 0, counterpart: 0 };
  for (let index = first; index < first + blocksPerRound; index += 1) {
    const block = blocks[index];
    if (!block) return null;
    const log = Math.log(figure === 'p50' ? block.p50Ms : block.p90Ms);
    means[sideAt(index)] += log / (blocksPerRound / sides.length);
  }
  return means;
}

export function comparisonFindings(endpoints: readonly ComparedEndpoint[]): Finding[] {
  return endpoints.map((compared) => {
    const { endpoint, name, verdict, rounds, slowerRounds, explanation, remedy, cause } = compared;
    return finding(comparisonCheck(name), {
      verdict,
      title: titleFor(
        verdict,
        `${endpoint} is not slower than its counterpart`,
        `${endpoint} is slower than its counterpart`,
      ),
      reading,
      samples: rounds,
      failures: verdict === 'fail' ? slowerRounds : 0,
      floor: 1,
      explanation,
      remedy,
      ...(cause !== undefined && { cause }),
    });
  });
}

const more = ({ share, ms }: { readonly share: number; readonly ms: number }) =>
  `${share * 100} % and ${ms} ms`;

const reading = `The same run calls both services in turns, in blocks ordered ABBA BAAB; each round of four blocks gives one difference of the logarithms of their medians, and one of their p90. "Slower" means that a whole confidence interval lies above ${more(tolerance.p50)} at the median, or above ${more(tolerance.p90)} at p90; "not slower" means that neither does, and that the interval of the median excludes ${excludedShare * 100} %. At most 1 % of the runs call an unchanged service slower.`;
