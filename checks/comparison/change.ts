import { meanOf, trimmedMean } from '../statistics/trimmed-mean.ts';
import { type Block, blocksPerRound, type Side, sideAt, warmUpRounds } from './measurement.ts';

/** Blocks with fewer answered calls than this have no median worth comparing. */
export const fewestPerBlock = 10;

/** How much slower the candidate is, on a scale of logarithms: 0 is as fast, 0.05 is some 5 % slower. */
export interface MeasuredChange {
  readonly mean: number;
  /** `mean` less and plus this is the interval. */
  readonly halfWidth: number;
  readonly rounds: number;
  /** Rounds in which the candidate was slower at all. */
  readonly slowerRounds: number;
  /** Trimmed geometric means over the rounds. */
  readonly levelMs: Readonly<Record<Side, number>>;
}

export type Figure = 'p50' | 'p90';
type Blocks = readonly (Block | null)[];

/** `alpha` is the chance on either side that the true change lies beyond the interval; null: fewer than two rounds. */
export function changeOf(blocks: Blocks, figure: Figure, alpha: number): MeasuredChange | null {
  const starts = Array.from(
    { length: Math.floor(blocks.length / blocksPerRound) },
    (_, round) => round * blocksPerRound,
  );
  const rounds = starts.slice(warmUpRounds).flatMap((first) => roundFrom(blocks, first, figure) ?? []);
  if (rounds.length < 2) return null;
  const differences = rounds.map(({ candidate, counterpart }) => candidate - counterpart);
  const level = (side: Side) =>
    Math.exp(
      trimmedMean(
        rounds.map((round) => round[side]),
        alpha,
      ).mean,
    );
  return {
    ...trimmedMean(differences, alpha),
    rounds: rounds.length,
    slowerRounds: differences.filter((difference) => difference > 0).length,
    levelMs: { candidate: level('candidate'), counterpart: level('counterpart') },
  };
}

/** Mean logarithm of each side; null: a block is missing or too small. */
function roundFrom(blocks: Blocks, first: number, figure: Figure): Record<Side, number> | null {
  const logs: Record<Side, number[]> = { candidate: [], counterpart: [] };
  for (let index = first; index < first + blocksPerRound; index += 1) {
    const block = blocks[index];
    if (block === undefined || block === null || block.answered < fewestPerBlock) return null;
    logs[sideAt(index)].push(Math.log(figure === 'p50' ? block.p50Ms : block.p90Ms));
  }
  return { candidate: meanOf(logs.candidate), counterpart: meanOf(logs.counterpart) };
}
