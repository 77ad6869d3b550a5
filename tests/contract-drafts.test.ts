import { describe, it } from 'vitest';
import { expectPass } from './draft-run.ts';

describe.concurrent('a draft decides what was open, once it is declared, of a service that', () => {
  it('refuses data by design: pass', () =>
    expectPass([
      'encrypt-empty-refused@empty-data',
      'encrypt-refuses-unprintable-400@control-character-data',
    ]));
});
