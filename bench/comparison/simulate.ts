import { comparedEndpoint, comparison } from '../../checks/comparison/comparison-fixture.ts';
import { judgeComparison } from '../../checks/comparison/judge-comparison.ts';
import { comparisonPlan } from '../../checks/comparison/plan.ts';
import { seededRandom } from '../../checks/statistics/random.ts';
import { profiles } from '../../schemas/profiles.ts';
import { type Noise, noises } from './noises.ts';

/** How often a run of three endpoints ends so, of services with the named change of the median. */
export interface SimulatedRow {
  readonly noise: string;
  readonly blocks: number;
  /** Called slower: of services as fast as each other, slower by 2 %, and slower by 5 %. */
  readonly slower: readonly [equal: number, tolerated: number, found: number];
  /** Every endpoint called not slower: of services as fast as each other, and slower by 5 %. */
  readonly passed: readonly [equal: number, wrong: number];
}

const blocksOfProfiles = profiles
  .filter(({ name }) => name !== 'thorough')
  .map((profile) => comparisonPlan(profile, profile.load).blocks);
const counterpartMs = 10;

export function simulate(runs: number): readonly SimulatedRow[] {
  return blocksOfProfiles.flatMap((blocks) =>
    noises.map((noise, index) => {
      const [equal, tolerated, slow] = [1, 1.02, 1.05].map((ratio) =>
        shares(noise, ratio, blocks, runs, index),
      );
      return {
        noise: noise.name,
        blocks,
        slower: [equal?.slower ?? 0, tolerated?.slower ?? 0, slow?.slower ?? 0],
        passed: [equal?.passed ?? 0, slow?.passed ?? 0],
      };
    }),
  );
}

function shares(noise: Noise, ratio: number, blocks: number, runs: number, seed: number) {
  const random = seededRandom(seed * 1000 + blocks);
  let [slower, passed] = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    const endpoints = ['user', 'encrypt', 'sync'].map((name) => {
      const off = noise.of(blocks, random);
      const seen = { blocks, counterpartMs, ratio, noise: (block: number) => off[block] ?? 0 };
      return { ...comparedEndpoint(seen), name: name as 'user' };
    });
    const [first] = endpoints;
    if (first === undefined) continue;
    const said = judgeComparison(comparison(first, { plannedBlocks: blocks, endpoints }));
    slower += Number(said.some(({ outcome }) => outcome === 'slower'));
    passed += Number(said.every(({ verdict }) => verdict === 'pass'));
  }
  return { slower: slower / runs, passed: passed / runs };
}
