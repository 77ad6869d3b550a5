import type { RoundTrip } from '../../checks/latency/measurement.ts';
import type { ConformancePlan } from '../../schemas/profiles.ts';
import { validAuthorization, type WrongCredential, wrongAuthorizations } from '../credentials.ts';
import type { DataChoice } from '../payloads.ts';
import { encrypting, type PlannedRequest, probing, validCall } from '../planned-request.ts';
import { firstOf, mix, shareOf, shuffled } from '../random.ts';

const nearMs = 3;

/**
 * Share of requests after which the connection is closed. k6 silently repeats a GET if a used connection is reset, so that
 * a reset shows on a fresh connection only. From afar each fresh connection costs round trips, and the time is limited.
 */
export function closingShare(roundTrip: RoundTrip | null): number {
  return roundTrip !== null && roundTrip.p95Ms < nearMs ? 0.8 : 0.15;
}

/** From this share of the schedule on, connections stay open: some faults show only after many calls on one connection. */
const keptOpenFrom = 0.65;

/** All requests of the conformance phase in one mixed order: wherever it is cut short, every kind keeps its share. */
export function conformanceSchedule(
  plan: ConformancePlan,
  token: string,
  choice: DataChoice,
  closing = closingShare(null),
): PlannedRequest[] {
  const { seed } = choice;
  const valid = validAuthorization(token);
  const wrong = wrongAuthorizations(token, seed);
  const probes = (count: number, credential: WrongCredential) =>
    repeat(count, (index) => {
      const own = firstOf.probe + index * 4 + credential.length;
      return probing(wrong(credential, index), own, mix(firstOf.probe + index, seed), plan.encrypt, choice);
    });
  const kinds = [
    repeat(plan.user, () => validCall('user', token)),
    repeat(plan.sync, () => validCall('sync', token)),
    repeat(plan.encrypt, (index) => encrypting(valid, index, choice)),
    probes(plan.absent, 'absent'),
    probes(plan.empty, 'empty'),
    probes(plan.scheme, 'scheme'),
    probes(plan.madeUp, 'made-up'),
  ];
  const requests = mixed(kinds, seed);
  const isClosing = (index: number) =>
    index < keptOpenFrom * requests.length && shareOf(index * 31 + 7, seed) < closing;
  return requests.map((request, index) => ({ ...request, closeAfter: isClosing(index) }));
}

/** Requests of one kind keep their order: a run that is cut short has changed the first characters of a token once each. */
function mixed(kinds: readonly PlannedRequest[][], seed: number): PlannedRequest[] {
  const turns = kinds.flatMap((kind) => {
    const left = kind.values();
    return kind.map(() => left);
  });
  return shuffled(turns, seed).flatMap((left) => left.next().value ?? []);
}

function repeat(count: number, request: (index: number) => PlannedRequest): PlannedRequest[] {
  return Array.from({ length: count }, (_, index) => request(index));
}
