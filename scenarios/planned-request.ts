import type { Circumstance } from '../checks/exchange.ts';
import { mostBytesOver } from '../checks/latency/network.ts';
import type { Contract } from '../schemas/contract.ts';
import type { Endpoint } from '../schemas/endpoints.ts';
import type { Slot } from '../schemas/load-plan.ts';
import { preflightPlan } from '../schemas/profiles.ts';
import { backupBody, type DataChoice, dataChoice, encryptBody } from './payloads.ts';
import { byWeight, inTurn, mix } from './random.ts';
import type { LoadData } from './setup-data.ts';
import { type Authorization, validAuthorization, wrongAuthorizations } from './tokens/credentials.ts';

/** A request to be made. */
export interface PlannedRequest {
  readonly endpoint: Endpoint;
  readonly authorization: Authorization;
  /** What distinguishes this request from others like it, in words. */
  readonly variety: string;
  /** A service may refuse a call for it: then the call is left out. */
  readonly circumstance?: Circumstance | undefined;
  /** The algorithm that an encrypt call names instead of `AES-256-GCM`. */
  readonly otherAlgorithm?: string;
  readonly body: string | null;
  /** Asks the service to close the connection afterwards, so that another request opens a fresh one. */
  readonly closeAfter?: boolean;
}

export function validCall(endpoint: Endpoint, token: string, body: string | null = null): PlannedRequest {
  const authorization = validAuthorization(token);
  return { endpoint, authorization, variety: 'a valid call', body };
}

/** Encrypts the n-th data of the run, by an algorithm of the choice if none is given. */
export function encrypting(
  authorization: Authorization,
  index: number,
  choice: DataChoice,
  algorithm?: string,
): PlannedRequest {
  return { endpoint: 'encrypt', authorization, ...encryptBody(index, choice, algorithm) };
}

/**
 * Encrypts the n-th data of the run without the right credential. Half of the draws, random numbers, repeat data of one of the
 * first `validCalls` calls with the token instead: a cache must not answer these.
 */
export function probing(
  authorization: Authorization,
  index: number,
  drawn: number,
  validCalls: number,
  choice: DataChoice,
): PlannedRequest {
  const isRepeated = drawn % 2 === 0 && validCalls > 0;
  const request = encrypting(authorization, isRepeated ? (drawn >>> 1) % validCalls : index, choice);
  return { ...request, variety: `${authorization.variety}, ${request.variety}` };
}

/** The same request with the token. */
export function twinOf(probe: PlannedRequest, token: string): PlannedRequest {
  const { variety } = probe.authorization;
  const ofData = probe.variety.startsWith(`${variety}, `)
    ? probe.variety.slice(variety.length + 2)
    : probe.variety;
  return { ...probe, authorization: validAuthorization(token), variety: ofData };
}

/** Half of the probes have no header. */
const probeKinds = byWeight([
  { credential: 'absent', weight: 4 },
  { credential: 'empty', weight: 1 },
  { credential: 'scheme', weight: 1 },
  { credential: 'made-up', weight: 2 },
] as const);

/**
 * Returns the request of a slot, with the n-th data of the run. Requests that are always alike are made once: k6's engine takes
 * noticeable time to make an object for each call.
 */
export function loadRequests(
  token: string,
  { seed, refusedClasses, roundTrip }: Pick<LoadData, 'refusedClasses' | 'roundTrip' | 'seed'>,
  contract: Contract,
) {
  const valid = validAuthorization(token);
  const wrong = wrongAuthorizations(token, seed);
  const mostBytes = mostBytesOver(roundTrip);
  const choice = dataChoice(seed, contract, mostBytes);
  const accepted = dataChoice(seed, contract, mostBytes, refusedClasses);
  const alike = {
    user: validCall('user', token),
    sync: validCall('sync', token),
    backup: validCall('backup', token, backupBody(contract)),
  };
  return (slot: Exclude<Slot, 'control'>, index: number): PlannedRequest => {
    if (slot === 'encrypt') return encrypting(valid, index, accepted);
    if (slot !== 'probe') return alike[slot];
    const { credential } = inTurn(probeKinds, mix(index + 77, seed));
    const authorization = wrong(credential, mix(index, seed));
    return probing(authorization, index, mix(index + 177, seed), preflightPlan.encrypt, choice);
  };
}
