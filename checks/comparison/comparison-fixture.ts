import {
  type Block,
  type ComparisonMeasurement,
  type EndpointMeasurement,
  sideAt,
} from './comparison-plan.ts';

interface Comparing {
  readonly blocks?: number;
  readonly counterpartMs?: number;
  /** Of the candidate's times to those of its counterpart. */
  readonly ratio?: number;
  /** The same at p90, on top of that. */
  readonly tail?: number;
  /** What a block's median is off by, as a logarithm. */
  readonly noise?: (block: number) => number;
}

/** One endpoint of two services whose ratio of times is known. */
export function comparedEndpoint(comparing: Comparing = {}, change: Partial<EndpointMeasurement> = {}) {
  const { blocks = 104, counterpartMs = 10, ratio = 1, tail = 1, noise = () => 0 } = comparing;
  const calls = { made: 5000, succeeded: 5000, outcomes: {} };
  const endpoint: EndpointMeasurement = {
    name: 'user',
    blocks: Array.from({ length: blocks }, (_, block): Block => {
      const isCandidate = sideAt(block) === 'candidate';
      const p50Ms = counterpartMs * (isCandidate ? ratio : 1) * Math.exp(noise(block));
      return { p50Ms, p90Ms: p50Ms * 1.3 * (isCandidate ? tail : 1) };
    }),
    calls: { candidate: calls, counterpart: calls },
  };
  return { ...endpoint, ...change };
}

export function comparison(
  endpoint: EndpointMeasurement,
  change: Partial<ComparisonMeasurement> = {},
): ComparisonMeasurement {
  return {
    blocks: 104,
    callsPerBlock: 50,
    dropped: 0,
    clockJumps: 0,
    isAlone: true,
    endpoints: [endpoint, { ...endpoint, name: 'encrypt' }, { ...endpoint, name: 'sync' }],
    ...change,
  };
}
