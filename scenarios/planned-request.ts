import type { Circumstance } from '../checks/exchange.ts';
import { mostBytesOver } from '../checks/latency/network.ts';
import type { Contract } from '../schemas/contract.ts';
import type { Endpoint } from '../schemas/endpoints.ts';
import type { Slot } from '../schemas/load-plan.ts';
import {
  algorithmAt,
  backupBody,
  type DataChoice,
  dataChoice,
  dataWords,
  encryptBody,
  plainData,
} from './payloads.ts';
import { byWeight, inTurn, mix } from './random.ts';
import type { LoadData } from './setup-data.ts';
import type { TargetLevel } from './space/circumstance-levels.ts';
import type { Point } from './space/level.ts';
import { type Authorization, validAuthorization, type WrongCredential } from './tokens/credentials.ts';

/** A request to be made. */
export interface PlannedRequest {
  readonly endpoint: Endpoint;
  readonly authorization: Authorization;
  /** What distinguishes this request from others like it, in words. */
  readonly variety: string;
  /** Where in the space it is; absent: of no dimension in question. */
  readonly point?: Point;
  /** A service may refuse a call for it: then the call is left out. */
  readonly circumstance?: Circumstance | undefined;
  /** Absent: the path of the endpoint alone. */
  readonly target?: TargetLevel;
  /** Sends the cookies back that earlier answers have set. */
  readonly sendsCookies?: boolean;
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

/** Encrypts the n-th data of the run. */
export function encrypting(
  authorization: Authorization,
  index: number,
  choice: DataChoice,
  algorithm?: string,
): PlannedRequest {
  return { endpoint: 'encrypt', authorization, ...encryptBody(index, choice, {}, undefined, algorithm) };
}

/** Encrypts the n-th data of the run without the right credential, of levels that are planned or drawn. */
export function probing(
  authorization: Authorization,
  index: number,
  choice: DataChoice,
  planned: Point = {},
  turnOf?: (length: string) => number,
): PlannedRequest {
  const made = encryptBody(index, choice, planned, turnOf);
  const { level } = authorization;
  return {
    endpoint: 'encrypt',
    authorization,
    ...made,
    point: { ...made.point, ...(level !== undefined && { credential: level }) },
    variety: `${authorization.variety}, ${made.variety}`,
  };
}

/** The same request with the valid token, where the service looks for it, and at the target of the document. */
export function twinOf(probe: PlannedRequest, token: string): PlannedRequest {
  const { target, point: { credential: _, ...point } = {}, ...same } = probe;
  const isOther = target?.says === 'must fail';
  return {
    ...same,
    authorization: validAuthorization(token),
    variety: dataWords(point),
    point,
    ...(target !== undefined && !isOther && { target }),
  };
}

/** What makes the n-th form of a wrong credential, and puts a probe in the n-th circumstances. */
export interface ProbeForms {
  readonly wrong: (credential: WrongCredential, index: number) => Authorization;
  readonly placed: (probe: PlannedRequest, index: number) => PlannedRequest;
}

/** Half of the probes have no header. */
const probeKinds = byWeight([
  { credential: 'absent', weight: 4 },
  { credential: 'empty', weight: 1 },
  { credential: 'scheme', weight: 1 },
  { credential: 'made-up', weight: 2 },
] as const);

/** So many texts come again: the first ones of the conformance phase. */
export const textsAgain = 2;

/** Left out under load, where other calls would wait for it. */
const slowToMake = ['every character escaped'];

/** Of text that is new at every place, every virtual user keeps this much for each kind of characters. */
const poolBytes = 1024;

/**
 * Returns the request of a slot, with the n-th data of the run. Requests that are always alike are made once: k6's engine takes
 * noticeable time to make an object for each call. Half of the probes repeat data that came with the token: a cache must not answer.
 */
export function loadRequests(
  token: string,
  { seed, refusedClasses, roundTrip }: Pick<LoadData, 'refusedClasses' | 'roundTrip' | 'seed'>,
  contract: Contract,
  { wrong, placed }: ProbeForms,
) {
  const valid = validAuthorization(token);
  const mostBytes = mostBytesOver(roundTrip);
  const choice = dataChoice(seed, contract, mostBytes, slowToMake, poolBytes);
  const again = plainData(choice);
  const accepted =
    refusedClasses.length === 0
      ? choice
      : dataChoice(seed, contract, mostBytes, [...refusedClasses, ...slowToMake], poolBytes);
  const alike = {
    user: validCall('user', token),
    sync: validCall('sync', token),
    backup: validCall('backup', token, backupBody(contract)),
  };
  return (slot: Exclude<Slot, 'control'>, index: number): PlannedRequest => {
    if (slot === 'encrypt') return encrypting(valid, index, accepted, algorithmAt(index, accepted));
    if (slot !== 'probe') return alike[slot];
    const { credential } = inTurn(probeKinds, mix(index + 77, seed));
    const drawn = mix(index, seed);
    const authorization = wrong(credential, drawn);
    const probe =
      drawn % 2 === 0
        ? probing(authorization, index, choice)
        : probing(authorization, (drawn >>> 1) % textsAgain, again);
    return placed(probe, index);
  };
}
