import type { Contract } from '../../schemas/contract.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { Exchange } from '../exchange.ts';
import type { JsonText } from '../json-text/json-text.ts';
import { type KnownResults, knownPlace } from './known-results.ts';
import { isInBody, type SeenSuccess } from './leaves.ts';
import type { Meaning } from './probe-meanings.ts';
import { usualPlaces } from './usual-places.ts';

// A schema excuses only what it describes: a loose one, such as `type: object`, says nothing about an error or a missing result.

/**
 * Whether the contract describes an error that a success states in these members. A sync status may well list errors. Elsewhere one schema may be
 * for results and errors, so it must also say which values make a success.
 */
export function describesError(
  members: readonly string[],
  endpoint: Endpoint,
  { answers }: Contract,
): boolean {
  const described = members.flatMap((name) => describing(answers?.[endpoint]?.schema, name));
  return described.some((one) => endpoint === 'sync' || /"(const|enum)":/.test(JSON.stringify(one)));
}

/**
 * Whether the contract tells an answer of sync or backup, which keeps its schema, from a refusal: no refusal has this status, and the schema
 * names all members and lists the values of one. The result of encrypt is compared, and the document states what a User is.
 */
export function describesSuccess(
  { endpoint, response }: Exchange,
  json: JsonText | null,
  { answers, refusal }: Contract,
): boolean {
  const isCompared = endpoint === 'encrypt' || endpoint === 'user';
  if (isCompared || refusal?.statuses?.includes(response.status) !== false) return false;
  const { properties = {} } = Object(answers?.[endpoint]?.schema);
  const members = Object.keys(Object(json?.ok ? json.value : {}));
  const named = members.filter((name) => Object.hasOwn(properties, name));
  return named.length === members.length && named.some((name) => listsValues(properties[name]));
}

function listsValues(schema: unknown): boolean {
  const words = Object(schema);
  return 'const' in words || 'enum' in words;
}

/** What a success means that has nothing where nearly all others have parts of the result. */
export function lackingMeaning({ leaves }: SeenSuccess, known: KnownResults): Meaning {
  const places = usualPlaces(known);
  const isEmptied = [...leaves].some(
    ([path, { kind, length }]) =>
      kind === 'string' && length === 0 && places.some((place) => place.path === knownPlace(known, path)),
  );
  const inBody = places.filter(({ path }) => isInBody(path));
  const members = inBody.flatMap(({ keys }) => keys.findLast((key) => !['[]', '*'].includes(key)) ?? []);
  return isEmptied ? { is: 'refusal', holds: 'less data' } : { is: 'refusal', lacks: members };
}

/** Whether the contract describes a success without these members of the result: a 204 that it lists, or a body, one of whose members it names. */
export function describesLack(
  { endpoint, response: { status } }: Exchange,
  members: readonly string[],
  { answers }: Contract,
): boolean {
  const { statuses, schema } = answers?.[endpoint] ?? {};
  if (status === 204) return statuses?.includes(status) === true;
  return members.some((name) => describing(schema, name).length > 0);
}

/** What a schema says of members with this name, wherever it does; `true` where it only requires one. */
function describing(schema: unknown, name: string): unknown[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, required } = schema as { readonly properties?: unknown; readonly required?: unknown };
  return [
    ...Object.entries(Object(properties)).flatMap(([own, one]) => (own === name ? [one] : [])),
    ...(Array.isArray(required) && required.includes(name) ? [true] : []),
    ...Object.values(schema).flatMap((inner) => describing(inner, name)),
  ];
}
