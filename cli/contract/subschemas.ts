import type { Path } from './source.ts';

export type Keywords = Readonly<Record<string, unknown>>;

export interface Subschema {
  readonly path: Path;
  readonly keywords: Keywords;
}

/** Their values map names of the operator's own to schemas. */
const maps = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'];
/** Their values are data, whatever they look like. */
const data = ['const', 'enum', 'default', 'examples', 'required', 'dependentRequired'];

/** A schema and every schema inside it, outermost first. */
export function subschemas(schema: unknown, path: Path = []): Subschema[] {
  if (Array.isArray(schema)) return schema.flatMap((part, index) => subschemas(part, [...path, index]));
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.entries(schema).flatMap(([keyword, value]) => {
    if (data.includes(keyword)) return [];
    if (!maps.includes(keyword)) return subschemas(value, [...path, keyword]);
    return Object.entries(value ?? {}).flatMap(([name, part]) => subschemas(part, [...path, keyword, name]));
  });
  return [{ path, keywords: schema as Keywords }, ...inner];
}
