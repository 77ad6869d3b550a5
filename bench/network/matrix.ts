import { createRequire } from 'node:module';

/** What a far run can differ in. */
export const factors = {
  roundTripMs: [0.5, 2, 5, 10, 15, 25],
  jitterMs: [0, 2, 5],
  lossPercent: [0, 0.1, 1],
  service: ['1 ms', '8 ms', '14 ms', '18 ms', '22 ms', '30 ms', '2 % at 60 ms', 'stalls of 200 ms'],
  protocol: ['HTTP', 'TLS', 'HTTP/2'],
  at: ['none', 'client', 'service'],
} as const;

/** The part of it in which a verdict is due. */
const clear = {
  ...factors,
  roundTripMs: [0.5, 2, 5, 10],
  jitterMs: [0, 2],
  lossPercent: [0],
  service: ['1 ms', '8 ms', '22 ms', '30 ms'],
} as const;

type Factor = keyof typeof factors;
export type Case = { readonly [name in Factor]: (typeof factors)[name][number] };

const names = Object.keys(factors) as Factor[];

type Make = (
  values: Readonly<Record<Factor, readonly unknown[]>>,
  options?: { readonly length: number },
) => Case[];
const require = createRequire(import.meta.url);
/** A CommonJS module, which Node and vitest import in different ways. */
const { make }: { readonly make: Make } = require('covertable');

/** Each pair of values, and then the clear cases often enough to tell their share: any three of their values. */
export const plan = [
  ...planned('quick', [...make(factors), ...make(clear, { length: 3 })]),
  ...planned('standard', make(clear)),
];

function planned<Profile extends string>(profile: Profile, cases: readonly Case[]) {
  const distinct = new Map(cases.map((one) => [names.map((name) => one[name]).join(), one]));
  return [...distinct.values()].map((one) => ({ ...one, profile }));
}
