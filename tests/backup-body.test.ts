import { expect, it } from 'vitest';
import type { Variant } from '../service/variants/variant.ts';
import { judgeVariants } from './variant-run.ts';

it('a first backup that is refused for another reason keeps its body', async () => {
  const bodies: string[] = [];
  const busyAtFirst: Variant = {
    name: 'backup-busy-at-first',
    kind: 'quirk',
    summary: 'backup answers 409 to its first call, and 415 to one without a body.',
    on: ['backup'],
    effect: {
      change: (answer, { body }) => {
        bodies.push(body.toString());
        const isBusy = bodies.length === 1;
        return isBusy || body.length === 0 ? { ...answer, status: isBusy ? 409 : 415 } : answer;
      },
    },
  };
  await judgeVariants([busyAtFirst], 'conformance', { PROFILE: 'standard' });
  expect(bodies).toEqual(['{}', '', '{}', '{}']);
});
