import type { JsonText } from './json-text/json-text.ts';

/**
 * What successful, authorised encrypt answers look like, learned from the run itself: the document shows nothing of
 * them. A 2xx answer to a probe breaks the clause when it looks like one of these; `200 {"error": …}` does not.
 */
export interface ControlProfile {
  readonly answers: number;
  readonly kinds: readonly string[];
  /** Of JSON objects: what stood under each top-level key. */
  readonly keys: Readonly<Record<string, KeyProfile>>;
}

interface KeyProfile {
  readonly kinds: readonly string[];
  /** Distinct short values; null once there are too many for the value to mean anything. */
  readonly values: readonly string[] | null;
}

const distinctValuesKept = 4;
const answersForTrust = 5;

export const emptyProfile: ControlProfile = { answers: 0, kinds: [], keys: {} };

export function learn(profile: ControlProfile, json: JsonText | null): ControlProfile {
  const keys: Record<string, KeyProfile> = Object.assign(Object.create(null), profile.keys);
  for (const [key, value] of entriesOf(json)) keys[key] = extend(keys[key], value);
  return { answers: profile.answers + 1, kinds: including(profile.kinds, kindOfBody(json)), keys };
}

/** True when a body could be a success: its kind, its keys and their fixed values are those of the control. */
export function resembles(profile: ControlProfile, json: JsonText | null): boolean {
  if (!profile.kinds.includes(kindOfBody(json))) return false;
  const entries = entriesOf(json);
  if (entries.length === 0) return Object.keys(profile.keys).length === 0 || kindOfBody(json) !== 'object';
  const alike = entries.filter(([key, value]) => {
    const known = Object.hasOwn(profile.keys, key) ? profile.keys[key] : undefined;
    if (known === undefined || !known.kinds.includes(kindOf(value))) return false;
    const fixed = known.values !== null && profile.answers >= answersForTrust;
    return !fixed || known.values.includes(JSON.stringify(value));
  });
  const contradicted = entries.length - alike.length;
  return (
    contradicted === 0 || (alike.length >= 2 && contradicted * 3 <= entries.length && !saysError(entries))
  );
}

function saysError(entries: readonly (readonly [string, unknown])[]): boolean {
  return entries.some(([key, value]) => /^(error|errors|fault|problem)$/i.test(key) && Boolean(value));
}

function extend(known: KeyProfile | undefined, value: unknown): KeyProfile {
  const kinds = including(known?.kinds ?? [], kindOf(value));
  const text = typeof value === 'object' && value !== null ? null : JSON.stringify(value);
  const before = known === undefined ? [] : known.values;
  if (before === null || text === null || text.length > 60) return { kinds, values: null };
  const values = including(before, text);
  return { kinds, values: values.length > distinctValuesKept ? null : values };
}

function including(list: readonly string[], item: string): readonly string[] {
  return list.includes(item) ? list : [...list, item];
}

function entriesOf(json: JsonText | null): [string, unknown][] {
  const value = json?.ok ? json.value : null;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

function kindOfBody(json: JsonText | null): string {
  if (json === null) return 'empty';
  return json.ok ? kindOf(json.value) : 'text';
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
