import { studentT } from '../statistics/student-t.ts';
import type { Block } from './block.ts';
import { blocksPerRound, type Side, sideAt, warmUpRounds } from './turns.ts';

/** Blocks with fewer answered calls than this have no median worth comparing. */
export const fewestPerBlock = 10;

/** How much slower the candidate is, on a scale of logarithms: 0 is as fast, 0.05 is some 5 % slower. */
export interface Change {
  readonly mean: number;
  /** `mean` less and plus this is the t interval. */
  readonly halfWidth: number;
  readonly rounds: number;
  /** Rounds in which the candidate was slower at all. */
  readonly slowerRounds: number;
  /** Geometric means over the blocks. */
  readonly levelMs: Readonly<Record<Side, number>>;
}

export type Figure = 'p50' | 'p90';

type Round = Readonly<Record<Side, number>>;

/** `alpha` is the chance on either side that the true change lies beyond the interval; null: fewer than two rounds. */
export function changeOf(blocks: readonly (Block | null)[], figure: Figure, alpha: number): Change | null {
  const rounds = roundsOf(blocks, figure);
  if (rounds.length < 2) return null;
  const differences = rounds.map(({ candidate, counterpart }) => candidate - counterpart);
  const average = mean(differences);
  const squares = differences.reduce((sum, difference) => sum + (difference - average) ** 2, 0);
  const error = Math.sqrt(squares / (rounds.length - 1) / rounds.length);
  const level = (side: Side) => Math.exp(mean(rounds.map((round) => round[side])));
  return {
    mean: average,
    halfWidth: studentT(2 * alpha, rounds.length - 1) * error,
    rounds: rounds.length,
    slowerRounds: differences.filter((difference) => difference > 0).length,
    levelMs: { candidate: level('candidate'), counterpart: level('counterpart') },
  };
}

/** Of every round after the warm-up whose blocks are all there. */
function roundsOf(blocks: readonly (Block | null)[], figure: Figure): Round[] {
  const count = Math.floor(blocks.length / blocksPerRound);
  return Array.from({ length: count }, (_, round) => round)
    .slice(warmUpRounds)
    .flatMap((round) => roundFrom(blocks, round * blocksPerRound, figure) ?? []);
}

/** Mean logarithm of each side; null: a block is missing or too small. */
function roundFrom(blocks: readonly (Block | null)[], first: number, figure: Figure): Round | null {
  const logs: Record<Side, number[]> = { candidate: [], counterpart: [] };
  for (let index = first; index < first + blocksPerRound; index += 1) {
    const block = blocks[index];
    if (block === undefined || block === null || block.answered < fewestPerBlock) return null;
    logs[sideAt(index)].push(Math.log(figure === 'p50' ? block.p50Ms : block.p90Ms));
  }
  return { candidate: mean(logs.candidate), counterpart: mean(logs.counterpart) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
