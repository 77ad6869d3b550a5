import type { Endpoint } from './endpoints.ts';

/** What the operator declares because the document does not show it; the shape of `contract.schema.json`. */
export interface Contract {
  readonly $schema?: string;
  readonly version: 1;
  /** What a successful answer looks like. */
  readonly answers?: { readonly [endpoint in Endpoint]?: DeclaredAnswer };
  /** What a refused call looks like. */
  readonly refusal?: DeclaredAnswer;
  /** Values of `user.status` besides `verified`. */
  readonly user?: { readonly statuses?: readonly string[] };
  /** Endpoints that need the token as encrypt does, and those that must work without it. */
  readonly token?: {
    readonly required?: readonly OtherEndpoint[];
    readonly notRequired?: readonly OtherEndpoint[];
  };
  readonly encrypt?: { readonly algorithms?: readonly string[]; readonly maxDataBytes?: number };
  readonly backup?: {
    /** false: never call it. */
    readonly call?: boolean;
    /** Any JSON value; null sends no body. */
    readonly body?: unknown;
    /** Calls in a whole run. */
    readonly calls?: number;
  };
  readonly latency?: {
    /** 50 … 99.99, or "every". */
    readonly percentile?: number | 'every';
    readonly limitMs?: number;
    readonly at?: 'client' | 'service';
    readonly maxStallMs?: number;
  };
  /** Requests per second of all endpoints together. */
  readonly rate?: number;
  /** Share of valid calls that may fail, e.g. 0.001. */
  readonly errorBudget?: number;
  readonly availability?: {
    readonly meaning: 'requests' | 'seconds' | 'synchronisation';
    /** 99.99 where it is left out, as the document says. */
    readonly targetPercent?: number;
  };
  /** Derived checks that are recorded and do not decide. */
  readonly observeOnly?: readonly string[];
  readonly waivers?: readonly Waiver[];
}

/** Every endpoint whose need of a token the document leaves open. */
export type OtherEndpoint = Exclude<Endpoint, 'encrypt'>;

export interface DeclaredAnswer {
  readonly statuses?: readonly number[];
  /** A JSON Schema (draft-07 or 2020-12) of the body. */
  readonly schema?: object | boolean;
  /** Instead of `schema`: the file that holds it, relative to the contract. Loading puts its content into `schema`. */
  readonly schemaFile?: string;
}

export interface Waiver {
  /** Id of the check that is let fail. */
  readonly check: string;
  readonly reason: string;
  /** Last day it holds, YYYY-MM-DD, in UTC. */
  readonly expires: string;
}
