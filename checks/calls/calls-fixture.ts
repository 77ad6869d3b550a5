import { answerWith, type Sketch } from '../exchange-fixture.ts';
import { type Calls, countCall, noCalls } from './calls.ts';
import { defaultBudget } from './offered.ts';

/** The counts of calls that ended in these ways, each so many times. */
export function callsOf(...parts: readonly (readonly [number, Sketch])[]): Calls {
  const calls = noCalls();
  for (const [times, sketch] of parts) {
    for (let time = 0; time < times; time += 1)
      countCall(calls[sketch.endpoint ?? 'user'], answerWith(sketch));
  }
  return calls;
}

export const status = (code: number, headers = {}): Sketch => ({ response: { status: code, headers } });

export const floors = { user: 10, encrypt: 0, sync: 0, backup: 0 };
export const options = { floors, budget: defaultBudget, refusedClasses: [], unencrypted: null };
