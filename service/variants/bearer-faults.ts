import {
  type Comparisons,
  carelessComparisons,
  carelessSchemes,
  whereTaken,
} from './careless-comparisons.ts';
import { type Effect, type SentCredential, type Shared, type Variant, variantsOf } from './variant.ts';

type Wrong = Exclude<SentCredential, 'token'>;

const admits: Effect = { admits: true };
const atTimes = ['always', 'every-20th', 'after-50', 'known-body', 'known-connection'] as const;
const forSomeData = ['large-data', 'non-ascii-data', 'data-of-one-length'] as const;
const atMoreTimes = [...atTimes, ...forSomeData, 'fresh-connection', 'four-in-flight'] as const;

export const bearerFaults: readonly Variant[] = [
  ...variantsOf(admitting('absent'), [
    [
      'auth-absent-admitted',
      'encrypt works without an Authorization header.',
      admits,
      [
        ...atMoreTimes,
        'control-character-data',
        'empty-data',
        'every-7th-connection',
        'used-connection',
        'second-only',
      ],
    ],
  ]),
  ...variantsOf(admitting('empty'), [
    ['auth-empty-admitted', 'encrypt works with Bearer and no token.', admits, atTimes],
  ]),
  ...variantsOf(admitting('scheme'), [
    ['auth-scheme-admitted', 'encrypt works with any scheme, or none.', admits, atTimes],
  ]),
  ...narrowed('scheme', carelessSchemes),
  ...variantsOf(admitting('made-up'), [
    ['auth-made-up-admitted', 'encrypt works with any bearer token.', admits, atMoreTimes],
  ]),
  ...narrowed('made-up', carelessComparisons),
  ...variantsOf(admitting('absent', 'empty', 'scheme', 'made-up'), [
    ['auth-off', 'encrypt does not require a token.', admits],
  ]),
  ...variantsOf(admitting('empty', 'scheme', 'made-up'), [
    ['auth-any-header', 'encrypt requires an Authorization header, whatever its value.', admits],
  ]),
  ...variantsOf(admitting('empty', 'made-up'), [
    ['auth-bearer-word', 'encrypt requires only the word Bearer.', admits],
  ]),
  ...variantsOf(admitting('scheme', 'made-up'), [
    ['auth-any-token', 'encrypt works with any token under any scheme.', admits],
  ]),
];

function admitting(credential: Wrong, ...others: readonly Wrong[]): Shared {
  return {
    kind: 'fault',
    on: ['encrypt'],
    calls: [credential, ...others],
    caughtBy: checkOf(credential),
    ...(others.length > 0 && { alsoCaughtBy: others.map(checkOf) }),
  };
}

function narrowed(credential: Wrong, comparisons: Comparisons): Variant[] {
  return Object.entries(comparisons).flatMap(([form, [words, isTaken]]) =>
    variantsOf({ ...admitting(credential), trigger: { fires: whereTaken(isTaken) } }, [
      [`auth-${credential}-admitted-${form}`, `encrypt works with ${words}.`, admits],
    ]),
  );
}

function checkOf(credential: Wrong): string {
  return `auth-${credential}-refused`;
}
