import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import formats from 'ajv-formats';
import { engineFaults } from './engine-faults.ts';
import { pathIn } from './shape.ts';
import type { Path } from './source.ts';
import { subschemas } from './subschemas.ts';

export interface SchemaNote {
  readonly path: Path;
  readonly message: string;
  readonly on: 'key' | 'value';
}

export interface CompiledSchema {
  /** CommonJS text that sets `module.exports` to the validator; empty when there are faults. */
  readonly code: string;
  readonly faults: readonly SchemaNote[];
  /** What works, and is likely not what was meant. */
  readonly warnings: readonly SchemaNote[];
}

/** Compiles a schema that the operator declares, as strictly as it is used: in k6's engine, without a network. */
export function compileSchema(schema: object | boolean): CompiledSchema {
  const name = typeof schema === 'object' && '$schema' in schema ? String(schema.$schema) : '';
  const dialect = dialects[name.replace(/#$/, '')];
  if (dialect === undefined) return failed({ path: ['$schema'], message: unknownDialect, on: 'value' });
  const { Dialect, judge } = dialect;
  const early = subschemas(schema).flatMap(engineFaults);
  if (!judge.validateSchema(schema)) early.push(...keywordFaults(schema, judge.errors ?? []));
  if (early.length > 0) return failed(...early);
  const log: string[] = [];
  const compiler = formats(new Dialect(optionsWith(log)));
  try {
    const validate = compiler.compile(schema);
    endlessness(validate);
    return {
      code: standaloneCode(compiler, validate),
      faults: [],
      warnings: log.map((line) => noteOf(schema, line)),
    };
  } catch (error) {
    return failed(noteOf(schema, error instanceof Error ? error.message : String(error)));
  }
}

const judging: Options = { allErrors: true, validateFormats: false };
const draft2020 = { Dialect: Ajv2020, judge: new Ajv2020(judging) };
const draft7 = { Dialect: Ajv, judge: new Ajv(judging) };

const dialects: Readonly<Record<string, typeof draft2020 | typeof draft7>> = {
  '': draft2020,
  'https://json-schema.org/draft/2020-12/schema': draft2020,
  'http://json-schema.org/draft-07/schema': draft7,
};

const unknownDialect =
  'only two dialects are known: https://json-schema.org/draft/2020-12/schema (the default) and http://json-schema.org/draft-07/schema#';

function optionsWith(log: string[]): Options {
  const warn = (line: string): void => void log.push(line);
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

function failed(...faults: SchemaNote[]): CompiledSchema {
  return { code: '', faults, warnings: [] };
}

/** The first complaint about each place: those that follow are of the same fault. */
function keywordFaults(
  schema: object | boolean,
  errors: NonNullable<ValidateFunction['errors']>,
): SchemaNote[] {
  const places = errors.map(({ instancePath }) => instancePath);
  return errors
    .filter(({ instancePath }, index) => places.indexOf(instancePath) === index)
    .map(({ instancePath, message = 'is wrong', params }) => ({
      path: pathIn(schema, instancePath),
      message: `${message}${'allowedValues' in params ? `: ${params['allowedValues'].join(', ')}` : ''}${tupleHint(instancePath)}`,
      on: 'value',
    }));
}

function tupleHint(instancePath: string): string {
  return /\/items$/.test(instancePath)
    ? '; for a list of schemas write prefixItems, or name draft-07 in $schema'
    : '';
}

/** Throws where a schema refers to itself for ever. */
function endlessness(validate: ValidateFunction): void {
  try {
    for (const value of [null, {}, [], '']) validate(value);
  } catch (error) {
    if (error instanceof RangeError) throw new Error('refers to itself without end');
    throw error;
  }
}

/** ajv says these in words only: what they speak of is found again in the schema. */
function noteOf(schema: object | boolean, line: string): SchemaNote {
  const all = subschemas(schema);
  const keyword = /unknown keyword: "(.+)"/.exec(line)?.[1];
  if (keyword !== undefined) {
    const holder = all.find(({ keywords }) => Object.hasOwn(keywords, keyword));
    return {
      path: [...(holder?.path ?? []), keyword],
      message: 'JSON Schema has no such keyword',
      on: 'key',
    };
  }
  const reference = /can't resolve reference (.+) from id/.exec(line)?.[1];
  if (reference !== undefined) {
    const holder = all.find(({ keywords }) => keywords['$ref'] === reference);
    const message = `${reference} is not in this schema, and none is fetched; put it under $defs and refer to it as #/$defs/NAME`;
    return { path: [...(holder?.path ?? []), '$ref'], message, on: 'value' };
  }
  const pointer = /at (?:path )?"#([^"]*)"/.exec(line);
  const message = line
    .replace('strict mode: ', '')
    .replace(/ at (?:path )?"#[^"]*"/, '')
    .replace(/ ?\(strict\w+\)/, '')
    .replace(' ignored in schema', '');
  return { path: pathIn(schema, decodeURIComponent(pointer?.[1] ?? '')), message, on: 'value' };
}
