import type { ServiceRequest } from '../conformant-service.ts';
import { routes, type ServiceAnswer, type ServiceEndpoint } from '../service-answer.ts';
import type { Delivery } from './delivery.ts';
import { type Trigger, type TriggerName, triggers } from './triggers.ts';

/**
 * fault: breaks exactly one clause. quirk: unusual, breaks none. contested: the document can be read either
 * way, so nobody may be judged by it. harness-fault: leaves a harness without the evidence for a verdict.
 */
export type VariantKind = 'fault' | 'quirk' | 'contested' | 'harness-fault';

/** A named way in which the service differs from the conformant one: on which calls, when, and how. */
export interface Variant {
  readonly name: string;
  readonly kind: VariantKind;
  /** What the service does, in one sentence. */
  readonly summary: string;
  /** The check that is to find it. */
  readonly caughtBy?: string;
  /** Other checks that cannot but find it too. */
  readonly alsoCaughtBy?: readonly string[];
  /** Checks for which it leaves no evidence, or not enough. */
  readonly leavesOpen?: readonly string[];
  /** How a report records it: the words or the value. */
  readonly recordedAs?: string;
  /** Why a short run may leave it open; without it, a run of some seconds is to find it. */
  readonly mayStayOpen?: string;
  /** The endpoints it concerns; without them, every path. */
  readonly on?: readonly ServiceEndpoint[];
  /** The calls it concerns; `valid`, the default: those that the conformant service answers with success. */
  readonly calls?: 'valid' | 'refused' | 'any' | readonly SentCredential[];
  readonly trigger?: Omit<Trigger, 'summary'>;
  readonly effect: Effect;
}

export interface Effect {
  /** Takes the place of the token rule. */
  readonly admits?: boolean;
  /** How long the call waits before the service looks at it. */
  readonly delayMs?: (call: ServiceCall) => number;
  readonly change?: Change;
  readonly deliver?: Delivery;
}

export type Change = (answer: ServiceAnswer, call: ServiceCall) => ServiceAnswer;

/** Name, what the service does, how, and when; always, if it does not say. */
export type Row = readonly [name: string, summary: string, effect: Change | Effect, when?: readonly When[]];

/** Name, the check that is to find it, what the service does, how. */
export type FaultRow = readonly [name: string, caughtBy: string, summary: string, effect: Change | Effect];

type When = 'always' | TriggerName;

/** What the rows of a group have in common. */
export type Shared = Omit<Variant, 'name' | 'summary' | 'effect'>;

/** A variant for each row and each time that it shows. */
export function variantsOf(shared: Shared, rows: readonly Row[]): readonly Variant[] {
  return rows.flatMap(([name, summary, does, when = ['always']]) => {
    const effect = typeof does === 'function' ? { change: does } : does;
    const variant = { name, summary, ...shared, effect };
    return when.map((one) => (one === 'always' ? variant : triggered(variant, one)));
  });
}

export function faultsOn(endpoint: ServiceEndpoint, rows: readonly FaultRow[]): readonly Variant[] {
  return rows.flatMap(([name, caughtBy, ...row]) =>
    variantsOf({ kind: 'fault', on: [endpoint], caughtBy }, [[name, ...row]]),
  );
}

/** The same variant, shown at some times only. */
export function triggered(variant: Variant, when: TriggerName): Variant {
  const trigger = triggers[when];
  return {
    ...variant,
    name: `${variant.name}@${when}`,
    summary: `${variant.summary.replace(/\.$/, '')}, ${trigger.summary}.`,
    trigger,
  };
}

type UserRecord = Readonly<Record<string, unknown>>;

/** Rewrites the body as a text. */
export function text(rewrite: (text: string) => string | Buffer): Change {
  return (answer) => ({ ...answer, body: rewrite(answer.body.toString()) });
}

/** Replaces the whole body by a JSON value. */
export function json(value: unknown): Change {
  return text(() => JSON.stringify(value));
}

export const empty: Change = text(() => '');

/** Rewrites what stands under the key `user`. */
export function record(rewrite: (user: UserRecord) => unknown): Change {
  return text((body) => JSON.stringify({ user: rewrite(JSON.parse(body).user) }));
}

export function field(name: string, value: unknown): Change {
  return record((user) => ({ ...user, [name]: value }));
}

export function withoutField(name: string): Change {
  return record(({ [name]: _, ...others }) => others);
}

/** Puts a member into the User object as it stands, so that it need not be what JSON.stringify would write. */
export function rawField(member: string): Change {
  return text((body) => body.replace('{"user":{', () => `{"user":{${member},`));
}

export function status(code: number): Change {
  return (answer) => ({ ...answer, status: code });
}

export function header(name: string, value: string): Change {
  return (answer) => ({ ...answer, headers: { ...withoutHeader(answer, name), [name]: value } });
}

export function noHeader(name: string): Change {
  return (answer) => ({ ...answer, headers: withoutHeader(answer, name) });
}

export function alternating(...changes: readonly Change[]): Change {
  return (answer, call) => changes.reduce((changed, change) => change(changed, call), answer);
}

function withoutHeader({ headers }: ServiceAnswer, name: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([key]) => key.toLowerCase() !== name.toLowerCase()),
  );
}

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
