import type { ServiceEndpoint } from '../service-endpoints.ts';
import { bodyLate } from './delivery.ts';
import { type Shared, variantsOf } from './row.ts';
import type { Effect, Variant } from './variant.ts';

const lateBody: Effect = { deliver: bodyLate(30) };

export const latencyFaults: readonly Variant[] = [
  ...variantsOf(late('user'), [
    ['user-slow', 'user takes 25 ms.', after(25), ['always', 'after-50']],
    ['user-tail', 'user takes 40 ms.', after(40), ['every-20th']],
    ['user-body-late', 'user sends the headers at once and the body 30 ms later.', lateBody],
  ]),
  ...variantsOf(late('encrypt'), [
    ['encrypt-slow', 'encrypt takes 25 ms.', after(25)],
    ['encrypt-slow-large', 'encrypt takes 60 ms.', after(60), ['large-data']],
    ['encrypt-tail', 'encrypt takes 40 ms.', after(40), ['every-20th']],
    ['encrypt-body-late', 'encrypt sends the headers at once and the body 30 ms later.', lateBody],
  ]),
  ...variantsOf(late('sync'), [
    ['sync-slow', 'sync takes 25 ms.', after(25), ['always', 'used-connection']],
    ['sync-tail', 'sync takes 40 ms.', after(40), ['every-20th']],
    [
      'sync-ageing',
      'sync takes a tenth of a millisecond longer with each call.',
      { delayMs: ({ sequence }) => Math.min(sequence / 10, 60) },
    ],
  ]),
  ...variantsOf(late('backup'), [['backup-slow', 'backup takes 25 ms.', after(25)]]),
  ...(['user', 'encrypt', 'sync'] as const).flatMap((endpoint) =>
    variantsOf({ ...late(endpoint), mayStayOpen: 'twice the allowed share takes minutes to detect' }, [
      [`${endpoint}-tail`, `${endpoint} takes 40 ms.`, after(40), ['every-50th']],
    ]),
  ),
  {
    name: 'service-stalls',
    kind: 'fault',
    summary: 'The whole service stalls for 300 ms every 3 s.',
    caughtBy: 'encrypt-latency',
    alsoCaughtBy: ['user-latency', 'sync-latency', 'backup-latency'],
    mayStayOpen: 'its slow calls come in few bursts',
    calls: 'any',
    effect: { delayMs: () => Math.max(0, 300 - (Date.now() % 3000)) },
  },
];

function late(endpoint: ServiceEndpoint): Shared {
  return { kind: 'fault', on: [endpoint], caughtBy: `${endpoint}-latency` };
}

function after(delayMs: number): Effect {
  return { delayMs: () => delayMs };
}
