import { expect, it } from 'vitest';
import { factors, plan } from './matrix.ts';

it('holds each pair of values in a quick run', () => {
  const quick = plan.filter(({ profile }) => profile === 'quick');
  const names = Object.keys(factors) as (keyof typeof factors)[];
  for (const one of names)
    for (const other of names.filter((name) => name > one))
      for (const a of factors[one])
        for (const b of factors[other])
          expect(
            quick.filter((run) => run[one] === a && run[other] === b),
            `${one} ${a}, ${other} ${b}`,
          ).not.toEqual([]);
});
