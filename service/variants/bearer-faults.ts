import type { SentCredential } from './call.ts';
import { carelessComparisons, carelessSchemes } from './careless-comparisons.ts';
import type { CheckId } from './check-clauses.ts';
import { type Comparisons, whereTaken } from './comparison.ts';
import { triggered } from './row.ts';
import type { TriggerName } from './triggers.ts';
import type { Variant } from './variant.ts';

const checkOf = {
  absent: 'auth-absent-refused',
  empty: 'auth-empty-refused',
  scheme: 'auth-scheme-refused',
  'made-up': 'auth-made-up-refused',
} as const satisfies Record<Exclude<SentCredential, 'token'>, CheckId>;

type Wrong = keyof typeof checkOf;

const absent = admitting('absent', 'auth-absent-admitted', 'encrypt works without an Authorization header.');
const empty = admitting('empty', 'auth-empty-admitted', 'encrypt works with Bearer and no token.');
const scheme = admitting('scheme', 'auth-scheme-admitted', 'encrypt works with any scheme, or none.');
const madeUp = admitting('made-up', 'auth-made-up-admitted', 'encrypt works with any bearer token.');

export const bearerFaults: readonly Variant[] = [
  absent,
  ...at(absent, ['every-20th', 'after-50', 'large-data', 'non-ascii-data']),
  ...at(absent, ['control-character-data', 'every-7th-connection', 'fresh-connection', 'used-connection']),
  ...at(absent, ['data-of-one-length', 'known-connection', 'known-body', 'four-in-flight', 'second-only']),
  empty,
  ...at(empty, ['every-20th', 'after-50', 'known-body', 'known-connection']),
  scheme,
  ...at(scheme, ['every-20th', 'after-50', 'known-body', 'known-connection']),
  madeUp,
  ...at(madeUp, ['every-20th', 'after-50', 'large-data', 'non-ascii-data']),
  ...at(madeUp, [
    'data-of-one-length',
    'fresh-connection',
    'known-connection',
    'known-body',
    'four-in-flight',
  ]),

  ...narrowed(scheme, carelessSchemes),
  ...narrowed(madeUp, carelessComparisons),

  several('auth-off', 'encrypt does not require a token.', ['absent', 'empty', 'scheme', 'made-up']),
  several('auth-any-header', 'encrypt requires an Authorization header, whatever its value.', [
    'empty',
    'scheme',
    'made-up',
  ]),
  several('auth-bearer-word', 'encrypt requires only the word Bearer.', ['empty', 'made-up']),
  several('auth-any-token', 'encrypt works with any token under any scheme.', ['scheme', 'made-up']),
];

function admitting(credential: Wrong, name: string, summary: string): Variant {
  return {
    name,
    kind: 'fault',
    summary,
    caughtBy: checkOf[credential],
    on: ['encrypt'],
    calls: [credential],
    effect: { admits: true },
  };
}

function at(variant: Variant, names: readonly TriggerName[]): Variant[] {
  return names.map((name) => triggered(variant, name));
}

function narrowed(variant: Variant, comparisons: Comparisons): Variant[] {
  return Object.entries(comparisons).map(([form, [words, isTaken]]) => ({
    ...variant,
    name: `${variant.name}-${form}`,
    summary: `encrypt works with ${words}.`,
    trigger: { summary: form, fires: whereTaken(isTaken) },
  }));
}

function several(name: string, summary: string, credentials: readonly [Wrong, ...Wrong[]]): Variant {
  const [first, ...others] = credentials;
  const alsoCaughtBy = others.map((credential) => checkOf[credential]);
  return { ...admitting(first, name, summary), alsoCaughtBy, calls: credentials };
}
