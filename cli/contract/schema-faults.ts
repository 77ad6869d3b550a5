import type { Note, Path } from './source.ts';

interface Subschema {
  readonly path: Path;
  readonly keywords: Readonly<Record<string, unknown>>;
}

/** Their values map names of the operator's own to schemas. */
const maps = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'];
/** Their values are data, whatever they look like. */
const data = ['const', 'enum', 'default', 'examples', 'required', 'dependentRequired'];

/** A schema and every schema inside it, outermost first. */
function subschemas(schema: unknown, path: Path = []): Subschema[] {
  if (Array.isArray(schema)) return schema.flatMap((part, index) => subschemas(part, [...path, index]));
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.entries(schema).flatMap(([keyword, value]) => {
    if (data.includes(keyword)) return [];
    if (!maps.includes(keyword)) return subschemas(value, [...path, keyword]);
    return Object.entries(value ?? {}).flatMap(([name, part]) => subschemas(part, [...path, keyword, name]));
  });
  return [{ path, keywords: schema as Subschema['keywords'] }, ...inner];
}

/** What ajv accepts under Node, and what cannot work in k6's engine or in a validator that answers at once. */
export function engineFaults(schema: unknown): Note[] {
  return subschemas(schema).flatMap(({ path, keywords: { pattern, patternProperties, $async } }) => {
    const names = typeof patternProperties === 'object' ? Object.keys(patternProperties ?? {}) : [];
    return [
      ...(typeof pattern === 'string' ? patternFaults([...path, 'pattern'], pattern) : []),
      ...names.flatMap((name) => patternFaults([...path, 'patternProperties', name], name, 'key')),
      ...($async === undefined ? [] : [unknownKeyword([...path, '$async'])]),
    ];
  });
}

function patternFaults(path: Path, pattern: string, on?: 'key'): Note[] {
  const fault = patternFault(pattern);
  return fault === null ? [] : [{ path, message: fault, ...(on && { on }) }];
}

function patternFault(pattern: string): string | null {
  if (/(?:^|[^\\])(?:\\\\)*\\[pP]\{/.test(pattern)) {
    return "k6's engine does not support \\p{…}, which would match nothing; list the characters instead, e.g. [A-Za-z]";
  }
  try {
    new RegExp(pattern, 'u');
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function unknownKeyword(path: Path): Note {
  return { path, message: 'not a JSON Schema keyword', on: 'key' };
}

/** ajv says these in words only: what they speak of is found again in the schema. */
export function noteOf(schema: unknown, line: string, pathIn: (pointer: string) => Path): Note {
  const pathOf = (keyword: string, value?: string): Path => {
    const holder = subschemas(schema).find(({ keywords }) =>
      value === undefined ? Object.hasOwn(keywords, keyword) : keywords[keyword] === value,
    );
    return [...(holder?.path ?? []), keyword];
  };
  const keyword = /unknown keyword: "(.+)"/.exec(line)?.[1];
  if (keyword !== undefined) return unknownKeyword(pathOf(keyword));
  const reference = /can't resolve reference (.+) from id/.exec(line)?.[1];
  if (reference !== undefined) {
    const message = `${reference} is not in this schema, and schemas are not downloaded; put it under $defs and refer to it as #/$defs/NAME`;
    return { path: pathOf('$ref', reference), message };
  }
  const place = / at (?:path )?"#([^"]*)"/;
  const message = line.replace(/^strict mode: | ?\(strict\w+\)| ignored in schema/g, '').replace(place, '');
  return { path: pathIn(decodeURIComponent(place.exec(line)?.[1] ?? '')), message };
}
