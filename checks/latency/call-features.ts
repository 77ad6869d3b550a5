import { sizeOf } from '../../schemas/histogram-grid.ts';
import { mostCharactersUnderLoad } from '../../schemas/load-plan.ts';

/** Further addresses of a service are not told apart. */
export const mostAddresses = 8;

const numbers = (count: number) => Array.from({ length: count }, (_, number) => String(number));

/** Features of calls, and the values by which slow calls are counted. */
export const callFeatures = {
  size: numbers(Number(sizeOf(mostCharactersUnderLoad)) + 1).slice(1),
  opening: ['needed', 'ours', 'theirs'],
  address: numbers(mostAddresses),
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type CallFeature = keyof typeof callFeatures;
