import { describe, it } from 'vitest';
import { expectFail, expectPass } from './draft-run.ts';

describe.concurrent('a draft decides what was open, once it is declared, of a service that', () => {
  it.each([
    ['has one more body for some data', ['encrypt-foreign-error-200@non-ascii-data']],
    [
      'refuses data by design',
      ['encrypt-empty-refused@empty-data', 'encrypt-refuses-unprintable-400@control-character-data'],
    ],
  ])('%s: pass', (_, variants) => expectPass(variants));

  it('gives everybody the same error: fail, as the draft says', () => expectFail(['token-unknown-200']));
});
