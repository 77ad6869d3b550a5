import { endpointTitle } from '../../schemas/endpoints.ts';
import { msText } from '../latency/wording.ts';
import { type Change, changeOf, type Figure } from './change.ts';
import type { ComparisonMeasurement, EndpointMeasurement, SideCalls } from './measurement.ts';
import { failsMoreText, type Obstacle, obstaclesOf } from './obstacles.ts';
import type { ComparedEndpoint, ComparedFigure } from './result.ts';
import { changeText } from './wording.ts';

/** Chance that a run calls an unchanged service slower, over all its endpoints; and a slower one not slower. */
const runAlpha = 0.01;
/** What is called slower exceeds both: services of one kind differ by less from start to start. */
export const tolerance = { share: 0.02, ms: 0.2 } as const;
/** What a service that is not slower is shown not to be slower by. */
export const excludedShare = 0.05;

/** Two-sided, of the interval of one endpoint: each of its ends has an equal part of the run's chance. */
export function intervalConfidence(endpoints: number): number {
  return 1 - 2 * (runAlpha / endpoints);
}

/** Of every endpoint: whether the candidate is slower than its counterpart. */
export function judgeComparison(run: ComparisonMeasurement): ComparedEndpoint[] {
  const alpha = runAlpha / Math.max(1, run.endpoints.length);
  return run.endpoints.map((endpoint) => judgeEndpoint(run, endpoint, alpha));
}

function judgeEndpoint(
  run: ComparisonMeasurement,
  endpoint: EndpointMeasurement,
  alpha: number,
): ComparedEndpoint {
  const change = changeOf(endpoint.blocks, 'p50', alpha);
  const obstacles = obstaclesOf(run, endpoint, change);
  const outcome = change === null || obstacles.length > 0 ? 'open' : outcomeOf(change);
  const isWide = outcome === 'open' && change !== null && obstacles.length === 0;
  const reasons = isWide ? [openBecause(change)] : obstacles;
  const figures = figuresOf(change, changeOf(endpoint.blocks, 'p90', alpha));
  const said = [...reasons.map(({ reason }) => reason), medianText(figures), failsMoreText(endpoint.calls)];
  return {
    endpoint: endpointTitle(endpoint.name),
    name: endpoint.name,
    outcome,
    verdict: outcome === 'open' ? 'inconclusive' : outcome === 'slower' ? 'fail' : 'pass',
    rounds: change?.rounds ?? 0,
    slowerRounds: change?.slowerRounds ?? 0,
    figures,
    calls: {
      candidate: countsOf(endpoint.calls.candidate),
      counterpart: countsOf(endpoint.calls.counterpart),
    },
    explanation: said.filter((text) => text !== '').join(' '),
    remedy: [...new Set(reasons.map(({ remedy }) => remedy))].join(' '),
  };
}

function countsOf({ made, succeeded }: SideCalls) {
  return { made, succeeded };
}

function outcomeOf({ mean, halfWidth, levelMs }: Change): ComparedEndpoint['outcome'] {
  const tolerated = toleratedChange(levelMs.counterpart);
  if (mean - halfWidth > tolerated) return 'slower';
  if (mean + halfWidth < -tolerated) return 'faster';
  return mean + halfWidth < Math.log1p(excludedShare) ? 'not slower' : 'open';
}

function toleratedChange(counterpartMs: number): number {
  return Math.log1p(Math.max(tolerance.share, tolerance.ms / counterpartMs));
}

/** Of a fast service even a sure difference can be too small to be called slower: no longer run decides that. */
function openBecause({ mean, halfWidth }: Change): Obstacle {
  if (mean - halfWidth >= Math.log1p(excludedShare)) {
    const reason = `Slower by more than ${excludedShare * 100} %, but not for sure by ${tolerance.ms} ms.`;
    return { reason, remedy: 'Decide by the figures: a difference so small is not called slower.' };
  }
  return {
    reason: 'The interval holds both what is slower and what is not.',
    remedy: 'Choose a longer --profile, or a quieter machine.',
  };
}

function figuresOf(p50: Change | null, p90: Change | null): ComparedFigure[] {
  return [...(p50 === null ? [] : [figureOf('p50', p50)]), ...(p90 === null ? [] : [figureOf('p90', p90)])];
}

function figureOf(figure: Figure, { mean, halfWidth, levelMs }: Change): ComparedFigure {
  return {
    figure,
    candidateMs: rounded(levelMs.candidate),
    counterpartMs: rounded(levelMs.counterpart),
    change: rounded(Math.expm1(mean)),
    lower: rounded(Math.expm1(mean - halfWidth)),
    upper: rounded(Math.expm1(mean + halfWidth)),
  };
}

function medianText([median]: readonly ComparedFigure[]): string {
  if (median === undefined) return '';
  const text = changeText(median);
  const times = `${msText(median.candidateMs)} against ${msText(median.counterpartMs)}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} at the median: ${times}.`;
}

function rounded(value: number): number {
  return Number(value.toFixed(6));
}
