import type { ServiceRequest } from '../conformant-service.ts';
import { routes, type ServiceEndpoint } from '../service-endpoints.ts';

/** What stands in the Authorization header. */
export type SentCredential = 'token' | 'absent' | 'empty' | 'scheme' | 'made-up';

/** One request: all that a variant may depend on. */
export interface ServiceCall extends ServiceRequest {
  /** None, where the path is not in the document. */
  readonly endpoint: ServiceEndpoint | undefined;
  /** The `data` to encrypt; empty where there is none. */
  readonly data: string;
  /** The access token that the service asks for. */
  readonly token: string;
  readonly credential: SentCredential;
  /** How many calls this endpoint has had, this one included. */
  readonly sequence: number;
  /** How many calls are being answered, this one included. */
  readonly inFlight: number;
  /** The same body came before with the token. */
  readonly isRepeated: boolean;
  readonly connection: ServiceConnection;
}

export interface ServiceConnection {
  /** Counts accepted connections from 1. */
  readonly number: number;
  /** Calls it has carried, this one included. */
  readonly calls: number;
  /** An earlier call on it carried the token. */
  readonly isKnown: boolean;
}

/** A call is valid when the conformant service would not refuse it for its token. */
export function isValid({ endpoint, credential }: ServiceCall): boolean {
  return endpoint !== undefined && (credential === 'token' || !routes[endpoint].needsToken);
}
