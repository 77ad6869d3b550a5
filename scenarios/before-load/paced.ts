import { setTimeout } from 'k6/timers';

const tickMs = 5;

export interface Pace {
  /** Calls per second. */
  readonly rate: number;
  readonly durationMs: number;
  /** Calls beyond this many at once are left out. */
  readonly mostInFlight: number;
}

/** Makes calls in setup() at a steady rate, whether or not earlier ones were answered, and waits for the last answer. */
export async function paced(pace: Pace, make: (index: number) => Promise<void>): Promise<void> {
  const inFlight = new Set<Promise<void>>();
  const startMs = Date.now();
  let due = 0;
  for (let elapsedMs = 0; elapsedMs < pace.durationMs; elapsedMs = Date.now() - startMs) {
    while (due < (elapsedMs * pace.rate) / 1000) {
      if (inFlight.size < pace.mostInFlight) {
        const call: Promise<void> = make(due).then(() => {
          inFlight.delete(call);
        });
        inFlight.add(call);
      }
      due += 1;
    }
    await new Promise<void>((resume) => setTimeout(resume, tickMs));
  }
  await Promise.all(inFlight);
}
