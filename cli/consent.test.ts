import { expect, it } from 'vitest';
import { wantConsent } from './consent.ts';
import { interruptible } from './interruption.ts';

const interruption = interruptible();
interruption.release();

it.each([
  [{ yes: true }, {}],
  [{}, { CI: 'true' }],
  [{}, { CI: '1' }],
  [{ yes: false }, { CI: 'TRUE' }],
])('%j with %j is consent', async (options, env) => {
  await expect(wantConsent(options, env, interruption)).resolves.toBeUndefined();
});
