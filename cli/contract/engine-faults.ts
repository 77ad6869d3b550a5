import type { SchemaNote } from './operator-schema.ts';
import type { Keywords, Subschema } from './subschemas.ts';

const propertyClass = /(?:^|[^\\])(?:\\\\)*\\[pP]\{/;

/** What ajv accepts under Node, and what cannot work in k6's engine or in a validator that answers at once. */
export function engineFaults({ path, keywords }: Subschema): SchemaNote[] {
  const patterns = patternsOf(keywords).flatMap(({ at, pattern, on }) => {
    const message = patternFault(pattern);
    return message === null ? [] : [{ path: [...path, ...at], message, on }];
  });
  if (!Object.hasOwn(keywords, '$async')) return patterns;
  return [...patterns, { path: [...path, '$async'], message: 'JSON Schema has no such keyword', on: 'key' }];
}

interface Place {
  readonly at: readonly string[];
  readonly pattern: string;
  readonly on: 'key' | 'value';
}

function patternsOf({ pattern, patternProperties }: Keywords): Place[] {
  const own: Place[] = typeof pattern === 'string' ? [{ at: ['pattern'], pattern, on: 'value' }] : [];
  const names = typeof patternProperties === 'object' ? Object.keys(patternProperties ?? {}) : [];
  return [
    ...own,
    ...names.map((name): Place => ({ at: ['patternProperties', name], pattern: name, on: 'key' })),
  ];
}

function patternFault(pattern: string): string | null {
  if (propertyClass.test(pattern)) {
    return "k6's engine knows no \\p{…}: it would match nothing; write the characters out, e.g. [A-Za-z]";
  }
  try {
    new RegExp(pattern, 'u');
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
