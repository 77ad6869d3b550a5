import { describe, it } from 'vitest';
import { expectFail, expectPass } from './draft-run.ts';

/** `contract-drafts` has more services. */
describe.concurrent('a draft decides what was open, once it is declared, of a service that', () => {
  it('refuses with a result in another form: pass', () => expectPass(['refusal-200-other-form']));

  it('gives everybody the same 202: fail, as the draft says', () => expectFail(['token-unread-202']));
});
