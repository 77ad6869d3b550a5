import type { ServiceAnswer } from '../service-answer.ts';
import type { ServiceEndpoint } from '../service-endpoints.ts';
import type { SentCredential, ServiceCall } from './call.ts';
import type { Delivery } from './delivery.ts';
import type { Trigger } from './triggers.ts';

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
