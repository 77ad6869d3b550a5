import { describe, it } from 'vitest';
import { expectFail, expectPass } from './draft-run.ts';

/** `contract-drafts` has more services. */
describe.concurrent('a draft decides what was open, once it is declared, of a service that', () => {
  it('refuses with 200 and a text longer than data: pass', () => expectPass(['refusal-200-with-room']));

  it('gives everybody the same 202: fail, as the draft says', () => expectFail(['token-unread-202']));
});
