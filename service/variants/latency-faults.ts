import { type ServiceEndpoint, serviceEndpoints } from '../service-endpoints.ts';
import { bodyLate } from './delivery.ts';
import { endpointFault, triggered } from './row.ts';
import type { Effect, Variant } from './variant.ts';

export const latencyFaults: readonly Variant[] = [
  ...serviceEndpoints.map((endpoint) => late(endpoint, 'slow', 'takes 25 ms', after(25))),
  ...(['user', 'encrypt', 'sync'] as const).flatMap((endpoint) => {
    const tail = late(endpoint, 'tail', 'takes 40 ms', after(40));
    const rare = { ...tail, mayStayOpen: 'twice the allowed share takes minutes to detect' };
    return [triggered(rare, 'every-50th'), triggered(tail, 'every-20th')];
  }),
  ...(['user', 'encrypt'] as const).map((endpoint) =>
    late(endpoint, 'body-late', 'sends the headers at once and the body 30 ms later', {
      deliver: bodyLate(30),
    }),
  ),
  triggered(late('user', 'slow', 'takes 25 ms', after(25)), 'after-50'),
  triggered(late('sync', 'slow', 'takes 25 ms', after(25)), 'used-connection'),
  triggered(late('encrypt', 'slow-large', 'takes 60 ms', after(60)), 'large-data'),
  late('sync', 'ageing', 'takes a tenth of a millisecond longer with each call', {
    delayMs: ({ sequence }) => Math.min(sequence / 10, 60),
  }),
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

function late(endpoint: ServiceEndpoint, form: string, phrase: string, effect: Effect): Variant {
  return endpointFault(endpoint, form, phrase, `${endpoint}-latency`, effect);
}

function after(delayMs: number): Effect {
  return { delayMs: () => delayMs };
}
