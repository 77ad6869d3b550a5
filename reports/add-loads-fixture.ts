import type { Facts } from './facts.ts';
import { type Call, loadCalls, loadFacts } from './facts-fixture.ts';

/** The most loads of a run. */
export const most = 4;

/** The n-th load of a run, in which one call in `every` takes `slowMs` and the others 2 ms. */
export function loadWith(every: number, made = 1, slowMs = 60, further: readonly Call[] = []): Facts {
  const slowAt = Math.floor(every / 2) + made * 13;
  const calls = loadCalls((_, index) => (index % every === slowAt % every ? slowMs : 2));
  const facts = loadFacts([...calls, ...further]);
  return { ...facts, plan: { ...facts.plan, loads: { most, made } } };
}
