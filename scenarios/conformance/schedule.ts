import type { RoundTrip } from '../../checks/latency/measurement.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { ConformancePlan } from '../../schemas/profiles.ts';
import type { Question } from '../ask.ts';
import {
  type Authorization,
  emptyAuthorization,
  madeUpAuthorization,
  noAuthorization,
  otherSchemeAuthorization,
  validAuthorization,
} from '../credentials.ts';
import { type DataChoice, encryptBody } from '../payloads.ts';
import { firstOf, mix, shareOf, shuffled } from '../random.ts';

const nearMs = 3;

/**
 * Share of requests after which the connection is closed. k6 repeats a GET whose used connection is reset, and tells nobody:
 * that shows on a fresh one alone. From afar each costs round trips, and the phase has an end.
 */
export function closingShare(roundTrip: RoundTrip | null): number {
  return roundTrip !== null && roundTrip.p95Ms < nearMs ? 0.8 : 0.15;
}

/** Of the questions before these; then connections stay open, for what a service does only on one of many calls. */
const keptOpenFrom = 0.65;

/** All questions of the conformance phase in one mixed order: cut short anywhere, every kind keeps its share. */
export function conformanceSchedule(
  plan: ConformancePlan,
  token: string,
  choice: DataChoice,
  closing = closingShare(null),
): Question[] {
  const { seed } = choice;
  const valid = validAuthorization(token);
  const kinds = [
    repeat(plan.user, () => validCall('user', token)),
    repeat(plan.sync, () => validCall('sync', token)),
    repeat(plan.encrypt, (index) => encrypting(valid, index, choice)),
    repeat(plan.absent, (index) => probe(noAuthorization, index, plan, choice)),
    repeat(plan.empty, (index) => probe(emptyAuthorization(index), index, plan, choice)),
    repeat(plan.scheme, (index) => probe(otherSchemeAuthorization(token, index), index, plan, choice)),
    repeat(plan.madeUp, (index) => probe(madeUpAuthorization(token, index, seed), index, plan, choice)),
  ];
  const questions = mixed(kinds, seed);
  const isClosing = (index: number) =>
    index < keptOpenFrom * questions.length && shareOf(index * 31 + 7, seed) < closing;
  return questions.map((question, index) => ({ ...question, closeAfter: isClosing(index) }));
}

/** Questions of one kind keep their order: a run that is cut short has tried the first characters of a token, each once. */
function mixed(kinds: readonly Question[][], seed: number): Question[] {
  const turns = kinds.flatMap((kind) => {
    const left = kind.values();
    return kind.map(() => left);
  });
  return shuffled(turns, seed).flatMap((left) => left.next().value ?? []);
}

export function validCall(endpoint: Endpoint, token: string, body: string | null = null): Question {
  const authorization = validAuthorization(token);
  return { endpoint, authorization, variety: 'a valid call', body, closeAfter: false };
}

export function encrypting(
  authorization: Authorization,
  index: number,
  choice: DataChoice,
  closeAfter = false,
): Question {
  const { variety, body } = encryptBody(index, choice);
  return { endpoint: 'encrypt', authorization, variety, body, closeAfter };
}

/** Half of the probes carry a body that an authorised call carries too: a cache must not answer them. */
function probe(
  authorization: Authorization,
  index: number,
  plan: ConformancePlan,
  choice: DataChoice,
): Question {
  const drawn = mix(firstOf.probe + index, choice.seed);
  const isShared = drawn % 2 === 0 && plan.encrypt > 0;
  const own = firstOf.probe + index * 4 + authorization.credential.length;
  const question = encrypting(authorization, isShared ? (drawn >>> 1) % plan.encrypt : own, choice);
  return { ...question, variety: `${authorization.variety}, ${question.variety}` };
}

function repeat(count: number, question: (index: number) => Question): Question[] {
  return Array.from({ length: count }, (_, index) => question(index));
}
