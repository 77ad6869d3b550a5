import { callsWithout, refusedClasses } from '../../checks/calls.ts';
import type { Check } from '../../checks/check.ts';
import { algorithmVariety } from '../../checks/declared/algorithms.ts';
import { succeeded } from '../../checks/exchange.ts';
import type { RoundTrip } from '../../checks/latency/generator-facts.ts';
import type { EvidenceContext } from '../../reports/evidence.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { ConformancePlan } from '../../schemas/profiles.ts';
import type { Question } from '../ask.ts';
import { lowerCaseAuthorization, noAuthorization, validAuthorization } from '../credentials.ts';
import { encryptBody } from '../payloads.ts';
import type { Settings } from '../settings.ts';
import type { SetupData } from '../setup-data.ts';
import { askAll, askOne, type Conduct } from './conduct.ts';
import { newRecords } from './records.ts';
import { conformanceSchedule, encrypting } from './schedule.ts';

export interface ConformanceInput {
  readonly settings: Settings;
  readonly contract: Contract;
  readonly plan: ConformancePlan;
  readonly checks: readonly Check[];
  readonly evidence: EvidenceContext;
  readonly seed: number;
}

const timeoutMs = 10_000;
const shortData = (seed: number) => ({ seed, largest: 1024 });
const sequentialCalls = 40;
const fewInFlight = 4;
const manyInFlight = 16;

/** Asks everything the plan holds: first one at a time, then a few, then many at once. */
export async function conformance(
  input: ConformanceInput,
): Promise<Omit<SetupData, 'seed' | 'problems' | 'calibration' | 'warmUp'>> {
  const { settings, plan, contract, seed } = input;
  const startedMs = Date.now();
  const conduct: Conduct = {
    checks: input.checks,
    records: newRecords(),
    asking: { baseUrl: settings.baseUrl, timeoutMs, tags: { phase: 'conformance' } },
    evidence: input.evidence,
    deadlineMs: startedMs + plan.budgetMs,
  };
  const reachable = await reach(conduct, settings.token);
  const roundTrip = reachable ? await measureRoundTrip(conduct, settings.token) : null;
  const backupBody = reachable ? await createBackups(conduct, settings.token, plan.backup, contract) : null;
  if (reachable) {
    await learnControl(conduct, settings.token, seed);
    await observeOthers(conduct, settings.token, contract, seed);
    const questions = conformanceSchedule(plan, settings.token, {
      seed,
      largest: contract.encrypt?.maxDataBytes ?? 262_144,
    });
    const bulkMs = Date.now();
    // A slow service must not spend the whole budget on the calls that are made one at a time.
    const within = (share: number): Conduct => ({ ...conduct, deadlineMs: bulkMs + plan.budgetMs * share });
    await askAll(within(0.2), questions.slice(0, sequentialCalls), 1);
    const middle = Math.max(sequentialCalls, Math.floor(questions.length / 4));
    await askAll(within(0.4), questions.slice(sequentialCalls, middle), fewInFlight);
    await askAll(within(1), questions.slice(middle), manyInFlight);
  }
  const refused = refusedClasses(conduct.records.classes);
  conduct.records.calls.encrypt = callsWithout(conduct.records.classes, refused);
  return {
    reachable,
    refusedClasses: refused,
    records: conduct.records,
    backupBody,
    roundTrip,
    conformanceMs: Date.now() - startedMs,
  };
}

/** Whether anything speaks HTTP there. Three tries, so that a cold start is no dead service. */
async function reach(conduct: Conduct, token: string): Promise<boolean> {
  for (const endpoint of ['user', 'sync', 'user'] as const) {
    const { response } = await askOne(conduct, valid(endpoint, token, null));
    if (response.failure === null) return true;
  }
  return false;
}

const handshakes = 24;

/** One call after the other, each on a connection of its own. */
async function measureRoundTrip(conduct: Conduct, token: string): Promise<RoundTrip | null> {
  const times: number[] = [];
  for (let call = 0; call < handshakes && Date.now() < conduct.deadlineMs; call += 1) {
    const { response } = await askOne(conduct, { ...valid('user', token, null), closeAfter: true });
    if (response.connectingMs > 0) times.push(response.connectingMs);
  }
  times.sort((a, b) => a - b);
  const [floorMs] = times;
  const p95Ms = times[Math.ceil(times.length * 0.95) - 1];
  const enough = times.length >= handshakes * 0.75;
  return enough && floorMs !== undefined && p95Ms !== undefined ? { floorMs, p95Ms } : null;
}

/** What an authorised encrypt answer looks like must be known before a probe's answer can be compared with it. */
async function learnControl(conduct: Conduct, token: string, seed: number): Promise<void> {
  const questions = Array.from({ length: 12 }, (_, index) =>
    encrypting(validAuthorization(token), index, shortData(seed)),
  );
  await askAll(conduct, questions, 1);
}

/** The body is not shown: the contract's, else an empty object, else none. Returns the one that was accepted. */
async function createBackups(
  conduct: Conduct,
  token: string,
  calls: number,
  contract: Contract,
): Promise<string | null> {
  const { call = true, body } = contract.backup ?? {};
  if (!call) return null;
  const candidates = body === undefined ? ['{}', null] : [body === null ? null : JSON.stringify(body)];
  for (const candidate of candidates) {
    const exchange = await askOne(conduct, valid('backup', token, candidate));
    if (!succeeded(exchange) && candidate !== candidates.at(-1)) {
      forgetRefusal(conduct);
      continue;
    }
    const rest = Array.from({ length: calls - 1 }, () => valid('backup', token, candidate));
    await askAll(conduct, rest, 1);
    return candidate;
  }
  return null;
}

/** A refused body that the document never showed is no evidence about the service. */
function forgetRefusal({ records }: Conduct): void {
  records.calls.backup.results.refused = 0;
  delete records.errors['backup'];
  for (const outcome of Object.keys(records.calls.backup.outcomes))
    delete records.calls.backup.outcomes[outcome];
}

/** What the document leaves open about authentication; a backup is asked without a token only where declared. */
async function observeOthers(
  conduct: Conduct,
  token: string,
  contract: Contract,
  seed: number,
): Promise<void> {
  const declared = [...(contract.token?.required ?? []), ...(contract.token?.notRequired ?? [])];
  const times = (endpoint: 'user' | 'sync' | 'backup') =>
    declared.includes(endpoint) ? 30 : endpoint === 'backup' ? 0 : 3;
  for (const endpoint of ['user', 'sync', 'backup'] as const) {
    const question = {
      ...valid(endpoint, token, null),
      authorization: noAuthorization,
      variety: 'no header',
    };
    await askAll(
      conduct,
      Array.from({ length: times(endpoint) }, () => question),
      1,
    );
  }
  await askAll(conduct, algorithmQuestions(token, contract, seed), 1);
  const lowerCase = Array.from({ length: 3 }, (_, index) =>
    encrypting(lowerCaseAuthorization(token), index, shortData(seed)),
  );
  await askAll(conduct, lowerCase, 1);
}

/** Other algorithms are asked for only where the contract declares them. */
function algorithmQuestions(token: string, { encrypt }: Contract, seed: number): Question[] {
  return (encrypt?.algorithms ?? []).flatMap((algorithm) =>
    Array.from({ length: 10 }, (_, index) => {
      const { body } = encryptBody(index, shortData(seed), algorithm);
      return { ...valid('encrypt', token, body), variety: algorithmVariety(algorithm) };
    }),
  );
}

function valid(endpoint: Endpoint, token: string, body: string | null): Question {
  return {
    endpoint,
    authorization: validAuthorization(token),
    variety: 'a valid call',
    body,
    closeAfter: false,
  };
}
