import type { Circumstance } from '../checks/exchange.ts';
import type { Endpoint } from '../schemas/endpoints.ts';
import { type DataChoice, encryptBody } from './payloads.ts';
import { type Authorization, validAuthorization } from './tokens/credentials.ts';

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
  readonly closeAfter: boolean;
}

export function validCall(endpoint: Endpoint, token: string, body: string | null = null): PlannedRequest {
  const authorization = validAuthorization(token);
  return { endpoint, authorization, variety: 'a valid call', body, closeAfter: false };
}

/** Encrypts the n-th data of the run, by an algorithm of the choice if none is given. */
export function encrypting(
  authorization: Authorization,
  index: number,
  choice: DataChoice,
  algorithm?: string,
): PlannedRequest {
  return { endpoint: 'encrypt', authorization, closeAfter: false, ...encryptBody(index, choice, algorithm) };
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
