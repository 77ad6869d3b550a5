import type { WrongCredential } from '../checks/exchange.ts';
import { mostBytesOver } from '../checks/latency/network.ts';
import type { Contract } from '../schemas/contract.ts';
import type { Endpoint } from '../schemas/endpoints.ts';
import type { Slot } from '../schemas/load-plan.ts';
import type { RequestHeaders } from '../schemas/run-settings.ts';
import { algorithmAt, backupBody, dataChoice, encryptBody } from './payloads.ts';
import { inTurn, mix } from './random.ts';
import type { LoadData } from './setup-data.ts';
import { datesAndNumbers, spelt } from './space/data-levels.ts';
import type { Point } from './space/level.ts';
import { type Authorization, noAuthorization, validAuthorization } from './tokens/credentials.ts';

export interface PlannedRequest {
  readonly endpoint: Endpoint;
  readonly authorization: Authorization;
  /** Describes how this request differs from others like it. */
  readonly variety: string;
  /** Its point in the request space. Absent: none of the space's dimensions apply. */
  readonly point?: Point;
  /** A reason for which a service may refuse the call; the call is then left out. */
  readonly circumstance?: string | undefined;
  /** Headers that replace the usual ones. An empty value means that the header is not sent. */
  readonly headers?: RequestHeaders | undefined;
  /** Path and query; absent: the path of the endpoint. */
  readonly path?: string | undefined;
  /** Sends back the cookies that earlier answers set. */
  readonly sendsCookies?: boolean;
  /** The algorithm that an encrypt call names instead of `AES-256-GCM`. */
  readonly otherAlgorithm?: string;
  readonly body: string | null;
  /** Asks the service to close the connection afterwards, so that another request opens a fresh one. */
  readonly closeAfter?: boolean;
  /** Of a probe of encrypt: the same request with the valid token in its documented place, at the documented target. */
  readonly twin?: PlannedRequest;
}

export function validCall(endpoint: Endpoint, token: string, body: string | null = null): PlannedRequest {
  const authorization = validAuthorization(token);
  return { endpoint, authorization, variety: 'a valid call', body };
}

/** Encrypts the n-th data of the run, as `encryptBody` makes it. A wrong credential is part of what is varied. */
export function encrypting(authorization: Authorization, ...data: Parameters<typeof encryptBody>) {
  const made = { endpoint: 'encrypt', authorization, ...encryptBody(...data) } as const;
  const { credential, level, variety } = authorization;
  if (credential === 'token') return made;
  return {
    ...made,
    point: { ...made.point, ...(level !== undefined && { credential: level }) },
    variety: `${variety}, ${made.variety}`,
  };
}

/** Makes the n-th form of a wrong credential, and puts requests in the n-th circumstances, as their points plan them or drawn. */
export interface ProbeForms {
  readonly wrong: (credential: WrongCredential, index: number) => Authorization;
  /** `turnOf`: how many earlier probes had the same level. */
  readonly ofProbe: (
    probe: PlannedRequest,
    index: number,
    turnOf?: (level: string) => number,
  ) => PlannedRequest;
  readonly ofValid: (call: PlannedRequest, index: number) => PlannedRequest;
}

/** Half of the probes have no Authorization header. */
const probeKinds = [
  ...(['absent', 'absent', 'absent', 'absent'] as const),
  ...(['made-up', 'made-up', 'empty', 'scheme'] as const),
];

/** One in this many probes under load asks user, if the contract says that user needs the token. */
const userAmong = 4;

/** Number of texts that are sent again: the first ones of the conformance phase. */
export const textsAgain = 2;

/**
 * Levels that are left out under load: the first would delay other calls, and the others have too few texts, as each call needs its own
 * data.
 */
const notUnderLoad = ['every character escaped', spelt, datesAndNumbers];

/** Size of the text pool that each virtual user keeps for each kind of characters. */
const poolBytes = 1024;

/**
 * Returns a function from a slot and a number to a request with the n-th data of the run. Identical requests are created once,
 * because creating objects takes k6's engine noticeable time. Half of the probes repeat data sent with the token, so that a cached
 * result would show. `makeForms` is called for the first probe.
 */
export function loadRequests(
  token: string,
  {
    seed,
    refusedClasses,
    roundTrip,
    sizeLimit = null,
  }: Pick<LoadData, 'refusedClasses' | 'roundTrip' | 'seed'> & Partial<Pick<LoadData, 'sizeLimit'>>,
  contract: Contract,
  makeForms: () => ProbeForms,
) {
  let forms: ProbeForms | undefined;
  const valid = validAuthorization(token);
  const choice = dataChoice(seed, contract, mostBytesOver(roundTrip), {
    limit: sizeLimit,
    without: [...refusedClasses, ...notUnderLoad],
    poolBytes,
  });
  const alike = {
    user: validCall('user', token),
    sync: validCall('sync', token),
    backup: validCall('backup', token, backupBody(contract)),
  };
  const { required = [] } = contract.token ?? {};
  return (slot: Exclude<Slot, 'control'>, index: number): PlannedRequest => {
    if (slot === 'encrypt')
      return encrypting(valid, index, choice, {}, undefined, algorithmAt(index, choice));
    if (slot !== 'probe') return alike[slot];
    const credential = inTurn(probeKinds, mix(index + 77, seed));
    const drawn = mix(index, seed);
    forms ??= makeForms();
    if (required.includes('user') && mix(index + 55, seed) % userAmong === 0) {
      // The contract does not say where else a token may be.
      const wrong = credential === 'made-up' ? forms.wrong(credential, drawn) : noAuthorization;
      return { ...alike.user, authorization: wrong, variety: wrong.variety };
    }
    const authorization = forms.wrong(credential, drawn);
    // Drawn separately, because the number itself decides which half of the made-up tokens comes.
    const isNew = mix(index + 33, seed) % 2 === 0;
    const probe = isNew
      ? encrypting(authorization, index, choice, {}, undefined, algorithmAt(index, choice))
      : encrypting(authorization, (drawn >>> 1) % textsAgain, choice, choice.plain);
    return forms.ofProbe(probe, index);
  };
}
