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
type Values = { readonly [name in Factor]: readonly Case[name][] };

const names = Object.keys(factors) as Factor[];
const pairs = names.flatMap((one, place) => names.slice(place + 1).map((other) => [one, other] as const));

/** So many cases, each the one whose pairs of values are the least common among those before it. */
export function chosen(values: Values, count: number): readonly Case[] {
  const left = allCases(values).map((one) => ({
    one,
    pairs: pairs.map(([a, b]) => `${a} ${one[a]}, ${b} ${one[b]}`),
  }));
  const seen = new Map<string, number>();
  const worth = (named: readonly string[]) =>
    named.reduce((sum, pair) => sum + 1 / (1 + (seen.get(pair) ?? 0)) ** 2, 0);
  return Array.from({ length: count }, () => {
    const worths = left.map((candidate) => worth(candidate.pairs));
    const [best] = left.splice(worths.indexOf(Math.max(...worths)), 1);
    if (best === undefined) throw new Error(`There are no ${count} cases.`);
    for (const pair of best.pairs) seen.set(pair, (seen.get(pair) ?? 0) + 1);
    return best.one;
  });
}

function allCases(values: Values): Case[] {
  return names.reduce<Partial<Case>[]>(
    (begun, name) => begun.flatMap((one) => values[name].map((value) => ({ ...one, [name]: value }))),
    [{}],
  ) as Case[];
}

/** The same services with the limit at the client and at the service. */
const besides = ([5, 10] as const).flatMap((roundTripMs) =>
  (['1 ms', '8 ms', '14 ms', '18 ms', '22 ms'] as const).flatMap((service) =>
    (['client', 'service'] as const).map(
      (at): Case => ({ roundTripMs, jitterMs: 0, lossPercent: 0, service, protocol: 'HTTP', at }),
    ),
  ),
);

/** Each pair of values, and then the clear cases often enough to tell their share. */
export const plan = [
  ...planned('quick', [...chosen(factors, 80), ...chosen(clear, 48), ...besides]),
  ...planned('standard', [...chosen(factors, 24), ...chosen(clear, 16)]),
];

export function isSideBySide(one: Case): boolean {
  return besides.some((other) => names.every((name) => one[name] === other[name]));
}

function planned<Profile extends string>(profile: Profile, cases: readonly Case[]) {
  const distinct = new Map(cases.map((one) => [names.map((name) => one[name]).join(), one]));
  return [...distinct.values()].map((one) => ({ ...one, profile }));
}
