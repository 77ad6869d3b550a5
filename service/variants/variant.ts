import type { ServiceAnswer, ServiceEndpoint } from '../service-answer.ts';
import type { SentCredential, ServiceCall } from './call.ts';
import type { Delivery } from './delivery.ts';
import { type Trigger, type TriggerName, triggers } from './triggers.ts';

/**
 * fault: breaks exactly one clause. quirk: unusual, breaks none. contested: the document can be read either way, so nobody may be
 * judged by it. harness-fault: leaves a harness without evidence for a verdict.
 */
export type VariantKind = 'fault' | 'quirk' | 'contested' | 'harness-fault';

/** A named way in which the service differs from the conformant one: on which calls, when, and how. */
export interface Variant {
  readonly name: string;
  readonly kind: VariantKind;
  /** What the service does, in one sentence. */
  readonly summary: string;
  /** The check that must find it. */
  readonly caughtBy?: string;
  /** Other checks that inevitably find it too. */
  readonly alsoCaughtBy?: readonly string[];
  /** Checks that it leaves without enough evidence. */
  readonly leavesOpen?: readonly string[];
  /** The level of a request space that a request needs to meet it. */
  readonly needs?: string;
  /** The words or value with which a report records it. */
  readonly recordedAs?: string;
  /** Why a short run may miss it. Absent: a run of some seconds must find it. */
  readonly mayStayOpen?: string;
  /** The endpoints that it concerns; absent: every path. */
  readonly on?: readonly ServiceEndpoint[];
  /** The calls that it concerns. `valid`, the default: calls that the conformant service answers with success. */
  readonly calls?: 'valid' | 'refused' | 'any' | readonly SentCredential[];
  readonly trigger?: Omit<Trigger, 'summary'>;
  readonly effect: Effect;
}

export interface Effect {
  /** Replaces the token rule. */
  readonly admits?: boolean;
  /** The path to which an admitted call is redirected internally. */
  readonly at?: string;
  /** How long the call waits before the service looks at it. */
  readonly delayMs?: (call: ServiceCall) => number;
  readonly change?: Change;
  readonly deliver?: Delivery;
}

export type Change = (answer: ServiceAnswer, call: ServiceCall) => ServiceAnswer;

/** Replacements in an answer; a header that is null is removed. */
export interface Instead {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: string | Buffer;
}

/** What a variant does: replaces parts of an answer, changes it by a function, or has an effect beyond the answer. */
type Does = Instead | Change | Effect;

/** Name, summary, what it does, and when; absent: always. */
export type Row = readonly [name: string, summary: string, does: Does, when?: readonly When[]];

type When = 'always' | TriggerName;

/** What the rows of a group have in common. */
export type Shared = Omit<Variant, 'name' | 'summary' | 'effect'>;

/** A variant for each row and each of its triggers. `shared` may depend on the endpoint with which a name begins. */
export function variantsOf(
  shared: Shared | ((endpoint: ServiceEndpoint) => Shared),
  rows: readonly Row[],
): readonly Variant[] {
  return rows.flatMap(([name, summary, does, when = ['always']]) => {
    const own = typeof shared === 'function' ? shared(firstWord(name)) : shared;
    const variant = { name, summary, ...own, effect: effectOf(does) };
    return when.map((one) => (one === 'always' ? variant : triggered(variant, one)));
  });
}

/** Faults found by one check, whose name begins with their endpoint. */
export function faultsFor(check: string, rows: readonly Row[]): readonly Variant[] {
  return variantsOf({ kind: 'fault', on: [firstWord(check)], caughtBy: check }, rows);
}

function firstWord(name: string): ServiceEndpoint {
  return name.split('-')[0] as ServiceEndpoint;
}

function effectOf(does: Does): Effect {
  if (typeof does === 'function') return { change: does };
  return 'status' in does || 'headers' in does || 'body' in does
    ? { change: instead(does) }
    : (does as Effect);
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

export function instead({ headers = {}, ...others }: Instead): Change {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const given = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return (answer) => {
    const kept = Object.entries(answer.headers).filter(([name]) => !names.includes(name.toLowerCase()));
    return { ...answer, ...others, headers: Object.fromEntries([...kept, ...given]) };
  };
}

export function header(name: string, value: string): Instead {
  return { headers: { [name]: value } };
}

export function compressed(encoding: string, compress: (body: Buffer) => Buffer): Change {
  const label = instead(header('content-encoding', encoding));
  return (answer, call) =>
    answer.body.length === 0 ? answer : label({ ...answer, body: compress(Buffer.from(answer.body)) }, call);
}

type UserRecord = Readonly<Record<string, unknown>>;

/** Rewrites the body as a text. */
export function text(rewrite: (text: string) => string | Buffer): Change {
  return (answer) => ({ ...answer, body: rewrite(answer.body.toString()) });
}

/** Rewrites the value under the key `user`. */
export function record(rewrite: (user: UserRecord) => unknown): Change {
  return text((body) => JSON.stringify({ user: rewrite(JSON.parse(body).user) }));
}

export function field(name: string, value: unknown): Change {
  return record((user) => ({ ...user, [name]: value }));
}

export function withoutField(name: string): Change {
  return record(({ [name]: _, ...others }) => others);
}

/** Inserts a raw member before the others, inside the User object if there is one. */
export function member(raw: string): Change {
  return text((body) => body.replace(/^(\{"user":)?\{/, (start) => `${start}${raw},`));
}

/** A row for each value that a field of the User may have, by the end of its name. */
export function fieldRows(beginning: string, name: string, values: Readonly<Record<string, unknown>>): Row[] {
  return Object.entries(values).map(([form, value]) => {
    const shown = JSON.stringify(value);
    const words = shown.length > 80 ? `a ${form} text` : shown;
    return [`${beginning}-${form}`, `${name} is ${words}.`, field(name, value)];
  });
}
