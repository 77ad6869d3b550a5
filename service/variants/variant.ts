import { type ServiceAnswer, type ServiceEndpoint, serviceEndpoints } from '../conformant-service.ts';
import type { SentCredential, ServiceCall } from './call.ts';
import { type Change, field, type Instead } from './changes.ts';
import type { Delivery } from './delivery.ts';
import { type Trigger, type TriggerName, triggers } from './triggers.ts';

/** A named way in which the service differs from the conformant one: on which calls, when, and how. */
export interface Variant extends Instead {
  readonly name: string;
  /**
   * fault: breaks exactly one clause. quirk: unusual, breaks none. contested: the document can be read either way, so nobody may be
   * judged by it. harness-fault: leaves a harness without evidence for a verdict.
   */
  readonly kind: 'fault' | 'quirk' | 'contested' | 'harness-fault';
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
  /** Only some data shows it, or many results together. */
  readonly showsRarely?: boolean;
  /** Why a short run may miss it. Absent: a run of some seconds must find it. */
  readonly mayStayOpen?: string;
  /** The endpoints that it concerns; absent: every path. */
  readonly on?: readonly ServiceEndpoint[] | undefined;
  /** The calls that it concerns. `valid`, the default: calls that the conformant service answers with success. */
  readonly calls?: 'valid' | 'refused' | 'any' | readonly SentCredential[];
  readonly trigger?: Trigger;
  /** Replaces the token rule. An admitted call to any other path is one to encrypt. */
  readonly admits?: boolean;
  /** How long the call waits before the service looks at it. */
  readonly delayMs?: (call: ServiceCall) => number;
  readonly change?: Change;
  readonly deliver?: Delivery;
}

export function changedBy(variant: Variant, answer: ServiceAnswer, call: ServiceCall): ServiceAnswer {
  return replaced(replaced(answer, variant), variant.change?.(answer, call) ?? {});
}

function replaced(before: ServiceAnswer, instead: Instead): ServiceAnswer {
  const { answer = before, status = answer.status, headers = {}, body = answer.body } = instead;
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const kept = Object.entries(answer.headers).filter(([name]) => !names.includes(name.toLowerCase()));
  const given = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return { status, headers: Object.fromEntries([...kept, ...given]), body };
}

/** Name, summary, how it differs from its group or from the conformant service, and when; absent: always. */
export type Row = readonly [name: string, ...Unnamed];

export type Unnamed = readonly [
  summary: string,
  own: Change | Partial<Variant>,
  when?: readonly ('always' | TriggerName)[],
];

/** What the rows of a group have in common. */
export type Shared = Pick<Variant, 'kind'> & Partial<Variant>;

/** A variant for each row and each of its triggers. It concerns the endpoint with which its name begins, unless told otherwise. */
export function variantsOf(
  group: Shared | ((endpoint: string, name: string) => Shared),
  rows: readonly Row[],
): Variant[] {
  return rows.flatMap(([name, summary, own, when = ['always']]) => {
    const on = serviceEndpoints.filter((endpoint) => name.startsWith(`${endpoint}-`));
    const shared = typeof group === 'function' ? group(on.join(), name) : group;
    const does = typeof own === 'function' ? { change: own } : own;
    const variant = { name, summary, ...(on.length > 0 && { on }), ...shared, ...does };
    return when.map((one) => (one === 'always' ? variant : triggered(variant, one)));
  });
}

/** The same variant, shown at some times only. */
export function triggered(variant: Variant, when: TriggerName): Variant {
  const [words, trigger] = triggers[when];
  const summary = variant.summary.replace(/\.$/, `, ${words}.`);
  return { ...variant, name: `${variant.name}@${when}`, summary, trigger };
}

/** A row for each entry; its name is the beginning and the entry's key. */
export function rowsOf<Entry>(
  beginning: string,
  entries: Readonly<Record<string, Entry>>,
  rowOf: (entry: Entry, form: string) => Unnamed,
): Row[] {
  return Object.entries(entries).map(([form, entry]) => [`${beginning}-${form}`, ...rowOf(entry, form)]);
}

export function statusRows(name: string, words: string, statuses: readonly number[]): Row[] {
  return statuses.map((status) => [`${name}-${status}`, `${words} ${status}.`, { status }]);
}

/** A row for each value that a field may have; undefined: the field is missing. */
export function fieldRows(beginning: string, name: string, values: Readonly<Record<string, unknown>>): Row[] {
  return rowsOf(beginning, values, (value, form) => {
    const shown = JSON.stringify(value) ?? '';
    const words = `${name} is ${shown.length > 80 ? `a ${form} text` : shown}.`;
    return [value === undefined ? `The User object has no ${name}.` : words, field(name, value)];
  });
}
