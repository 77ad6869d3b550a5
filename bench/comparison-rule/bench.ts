import { comparedEndpoint, comparison } from '../../checks/comparison/comparison-fixture.ts';
import {
  blockOf,
  comparisonPlan,
  type EndpointMeasurement,
  sideAt,
} from '../../checks/comparison/comparison-plan.ts';
import { judgeComparison } from '../../checks/comparison/judge-comparison.ts';
import { type Endpoint, repeatableEndpoints } from '../../schemas/endpoints.ts';
import { profiles } from '../../schemas/profiles.ts';
import { normal, type Random, seededRandom } from '../random.ts';
import { type Bench, percent, table } from '../record.ts';

/** Shares of the simulated runs of three endpoints that call one slower, and that call all not slower. */
interface Cell {
  readonly name: string;
  readonly slowerPercent: number;
  readonly slower: number;
  readonly passed: number;
}

/** What the median of each block is off by, as a logarithm. */
type Noise = (blocks: number, random: Random) => readonly number[];

const by =
  (deviation: number): Noise =>
  (blocks, random) =>
    Array.from({ length: blocks }, () => deviation * normal(random));

const noises: Readonly<Record<string, Noise>> = {
  'blocks differ by 0.5 %': by(0.005),
  'blocks differ by 1 %': by(0.01),
  'blocks differ by 3 %': by(0.03),
  '3 %, each like the one before (0.8)': (blocks, random) => {
    let last = normal(random);
    return Array.from({ length: blocks }, () => {
      last = 0.8 * last + 0.6 * normal(random);
      return 0.03 * last;
    });
  },
  '1 %, and a steady drift of 20 %': (blocks, random) =>
    by(0.01)(blocks, random).map((value, block) => value + (0.2 * block) / blocks),
  '1 %, and one block in ten slower by up to half': (blocks, random) =>
    by(0.01)(blocks, random).map((value) => value + (random() < 0.1 ? 0.4 * random() : 0)),
  '1 %, and every fourth block slower by 5 %': (blocks, random) => {
    const place = Math.floor(random() * 4);
    return by(0.01)(blocks, random).map((value, block) => value + (block % 4 === place ? 0.05 : 0));
  },
};

const runs = 1000;
const counterpartMs = 10;
const callsPerBlock = 42;
const blockCounts = profiles
  .filter(({ name }) => name !== 'thorough')
  .map((profile) => comparisonPlan(profile, profile.load).blocks);

export const bench: Bench<Cell> = {
  isRepeated: false,
  taskOf: ({ name, slowerPercent }) => `${name}, ${slowerPercent} %`,
  tasks: blockCounts.flatMap((blocks) => [
    ...Object.entries(noises).flatMap(([noise, noiseOf], index) =>
      [0, 2, 5].map((slowerPercent) => {
        const name = `${blocks} blocks, ${noise}`;
        const seed = index * 1000 + blocks * 10 + slowerPercent;
        const blocksOf = offByNoise(noiseOf, slowerPercent);
        const make = async () => ({ name, slowerPercent, ...simulate(blocksOf, blocks, seed) });
        return { name: `${name}, ${slowerPercent} %`, make };
      }),
    ),
    ...[0, 5, 10, 15, 25].map((share) => {
      const name = `${blocks} blocks of ${callsPerBlock} calls, ${share} % of them twice as slow in one service only`;
      const make = async () => ({ name, slowerPercent: 0, ...simulate(withSlowCalls(share), blocks, share) });
      return { name: `${name}, 0 %`, make };
    }),
  ]),
  page: (cells) => `# How often the comparison is wrong

\`node bench/run.mjs comparison-rule\` simulates ${runs} runs a cell, with fixed seeds: a counterpart of ${counterpartMs} ms and
three endpoints, the median of each block off as the row says. At 2 % a service is as slow as is tolerated, and about 1 % of
the runs call it slower. At 5 % no more than 1 % may pass. In the rows with slow calls the others differ by 20 %, and the
services are the same but for the slow calls.

${table(
  ['blocks and noise', 'slower by', 'called slower', 'passed'],
  cells.map(({ name, slowerPercent, slower, passed }) => [
    name,
    `${slowerPercent} %`,
    percent(slower, 1),
    percent(passed, 1),
  ]),
)}`,
};

type Blocks = EndpointMeasurement['blocks'];
type BlocksOf = (count: number, random: Random) => Blocks;

function offByNoise(noiseOf: Noise, slowerPercent: number): BlocksOf {
  return (count, random) => {
    const off = noiseOf(count, random);
    const ratio = 1 + slowerPercent / 100;
    return comparedEndpoint({ blocks: count, counterpartMs, ratio, noise: (block) => off[block] ?? 0 })
      .blocks;
  };
}

/** Calls of both services differ by 20 %. */
function withSlowCalls(percentSlow: number): BlocksOf {
  return (count, random) =>
    Array.from({ length: count }, (_, block) => {
      const slowShare = sideAt(block) === 'candidate' ? percentSlow / 100 : 0;
      const call = () => counterpartMs * Math.exp(0.2 * normal(random)) * (random() < slowShare ? 2 : 1);
      return blockOf(Array.from({ length: callsPerBlock }, call));
    });
}

function simulate(blocksOf: BlocksOf, blocks: number, seed: number) {
  const random = seededRandom(seed);
  const endpointOf = (name: Endpoint) => ({ ...comparedEndpoint(), name, blocks: blocksOf(blocks, random) });
  let [slower, passed] = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    const endpoints = repeatableEndpoints.map(endpointOf);
    const said = judgeComparison(comparison(comparedEndpoint(), { blocks, endpoints }));
    slower += Number(said.some(({ outcome }) => outcome === 'slower'));
    passed += Number(said.every(({ verdict }) => verdict === 'pass'));
  }
  return { slower: slower / runs, passed: passed / runs };
}
