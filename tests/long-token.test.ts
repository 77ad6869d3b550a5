import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { comparisonRows } from '../service/variants/careless-comparisons.ts';
import { variantsNamed } from '../service/variants/index.ts';
import { variantsOf } from '../service/variants/variant.ts';
import { checksThat } from './k6-run.ts';
import { judgeVariants } from './variant-run.ts';

/** As a CWT has, whose signature leaves out the headers that COSE calls unprotected. */
const withoutMiddle = (text: string) => text.slice(0, 60) + text.slice(72);
const partlySigned = variantsOf(
  { kind: 'harness-fault', on: ['encrypt'], calls: ['made-up'] },
  comparisonRows('token-partly', 'encrypt compares tokens as', {
    signed: [
      'texts of which a part is not signed',
      (one, token) => withoutMiddle(one) === withoutMiddle(token),
    ],
  }),
);

const judged = (rows: Parameters<typeof judgeVariants>[0]) =>
  judgeVariants(rows, 'conformance', { ACCESS_TOKEN: randomBytes(120).toString('base64url') });

it('does not take a change in a part that nothing signs for another token', async () => {
  const { report } = await judged(partlySigned);
  expect(report?.verdict).toBe('inconclusive');
  expect(checksThat(report, 'inconclusive')).toEqual(['auth-made-up-refused']);
});

it('fails a service that looks at half of a long token', async () => {
  const { report } = await judged(variantsNamed(['auth-made-up-admitted-first-half']));
  expect(checksThat(report, 'fail')).toEqual(['auth-made-up-refused']);
});
