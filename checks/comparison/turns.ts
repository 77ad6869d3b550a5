/** The two services that are asked in turns: the one under judgement, and the one that it is compared with. */
export type Side = 'candidate' | 'counterpart';
export const sides: readonly Side[] = ['candidate', 'counterpart'];

/** Blocks of a round: two of each side, so placed that a steady drift weighs on both alike. */
export const blocksPerRound = 4;
/** Rounds at the start that count for nothing. */
export const warmUpRounds = 1;

/** ABBA, then its mirror image: what comes back every four blocks weighs on both sides too. */
const turns = 'ABBABAAB';

/** Whose turn the n-th block is. */
export function sideAt(block: number): Side {
  return turns[block % turns.length] === 'A' ? 'candidate' : 'counterpart';
}
