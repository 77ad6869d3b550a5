import { _, Ajv, type CodeKeywordDefinition, type Options, str, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import formats from 'ajv-formats';
import { mostNotes, notesOn, pathIn } from './problems.ts';
import type { Note, Path } from './source.ts';

export interface CompiledSchema {
  /** CommonJS text that sets `module.exports` to the validator; empty when there are faults. */
  readonly code: string;
  readonly faults: readonly Note[];
  /** What works, and is likely not what was meant. */
  readonly warnings: readonly Note[];
}

/** Compiles a schema that the operator declares, as strictly as it is used: in k6's engine, without a network. */
export function compileSchema(schema: object | boolean): CompiledSchema {
  const name = typeof schema === 'object' && '$schema' in schema ? String(schema.$schema) : '';
  const dialect = dialects[name.replace(/#$/, '')];
  if (dialect === undefined) return failed([{ path: ['$schema'], message: unknownDialect }]);
  const { Dialect, judge } = dialect;
  const early = engineFaults(schema);
  if (!judge.validateSchema(schema)) early.push(...notesOn(schema, judge.errors ?? []).map(withTupleHint));
  if (early.length > 0) return failed(early.slice(0, mostNotes));
  const log: string[] = [];
  const note = (line: string): Note => noteOf(schema, line);
  try {
    const compiler = formats(new Dialect(optionsWith((line) => void log.push(line))));
    compiler.removeKeyword('multipleOf').addKeyword(multipleOf);
    const validate = compiler.compile(schema);
    refuseEndlessness(validate);
    return { code: standaloneCode(compiler, validate), faults: [], warnings: log.map(note) };
  } catch (error) {
    return failed([note(error instanceof Error ? error.message : String(error))]);
  }
}

const judging: Options = { allErrors: true, validateFormats: false, verbose: true };
const draft2020 = { Dialect: Ajv2020, judge: new Ajv2020(judging) };
const draft7 = { Dialect: Ajv, judge: new Ajv(judging) };

const dialects: Readonly<Record<string, typeof draft2020 | typeof draft7>> = {
  '': draft2020,
  'https://json-schema.org/draft/2020-12/schema': draft2020,
  'http://json-schema.org/draft-07/schema': draft7,
};

const unknownDialect =
  'only two dialects are supported: https://json-schema.org/draft/2020-12/schema (the default) and http://json-schema.org/draft-07/schema#';

/** Exact for whole numbers. Others may differ by what floating-point division rounds off: 19.99 is a multiple of 0.01. */
const multipleOf: CodeKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  error: { message: ({ schemaCode }) => str`must be multiple of ${schemaCode}` },
  code(context) {
    const { data, schema, gen } = context;
    const quotient = gen.const('quotient', _`${data} / ${schema}`);
    const isRounded = _`Math.abs(${quotient} - Math.round(${quotient})) <= Math.abs(${quotient}) * ${2 ** -50}`;
    context.pass(
      Number.isInteger(schema)
        ? _`Number.isInteger(${data}) ? ${data} % ${schema} === 0 : ${isRounded}`
        : isRounded,
    );
  },
};

function optionsWith(warn: (line: string) => void): Options {
  return {
    validateSchema: false,
    strict: true,
    strictTypes: 'log',
    strictTuples: 'log',
    strictRequired: false,
    allowUnionTypes: true,
    code: { source: true },
    logger: { log: warn, warn, error: warn },
  };
}

function failed(faults: readonly Note[]): CompiledSchema {
  return { code: '', faults, warnings: [] };
}

function withTupleHint(note: Note): Note {
  if (note.path.at(-1) !== 'items') return note;
  const hint = 'for a list of schemas use prefixItems, or declare draft-07 in $schema';
  return { ...note, message: `${note.message}; ${hint}` };
}

function refuseEndlessness(validate: ValidateFunction): void {
  try {
    for (const value of [null, {}, [], '']) validate(value);
  } catch (error) {
    throw error instanceof RangeError ? new Error('refers to itself without end') : error;
  }
}

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

/** What ajv accepts in Node, but cannot work in k6's engine or in a validator that answers at once. */
function engineFaults(schema: unknown): Note[] {
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

/** ajv names some keywords in words only: they are found again in the schema. */
function noteOf(schema: unknown, line: string): Note {
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
  return { path: pathIn(schema, decodeURIComponent(place.exec(line)?.[1] ?? '')), message };
}
