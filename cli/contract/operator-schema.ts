import { _, Ajv, type CodeKeywordDefinition, type Options, str } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import formats from 'ajv-formats';
import { notesOn, pathIn } from './problems.ts';
import type { Note } from './source.ts';

export interface CompiledSchema {
  /** CommonJS text that sets `module.exports` to the validator; empty when there are faults. */
  readonly code: string;
  readonly faults: readonly Note[];
  /** What works, and is likely not what was meant. */
  readonly warnings: readonly Note[];
}

/** Compiles a schema that the operator declares, as strictly as it is used: in k6's engine, without a network. */
export function compileSchema(schema: unknown): CompiledSchema {
  const named = (schema as { readonly $schema?: unknown } | null)?.$schema ?? draft2020;
  const name = String(named).replace(/#$/, '');
  const dialect = dialects[name];
  if (dialect === undefined) return failed([{ path: ['$schema'], message: unknownDialect }]);
  const { Dialect, judge } = dialect;
  if (!judge.validate(name, schema)) return failed(notesOn(judge.errors ?? []));
  const warnings: Note[] = [];
  try {
    const compiler = formats(new Dialect(optionsWith((line) => void warnings.push(noteOf(line)))));
    compiler.removeKeyword('multipleOf').addKeyword(multipleOf);
    const validate = compiler.compile(schema as object | boolean);
    // It would answer later, and k6 takes that for a yes.
    if ('$async' in validate) throw new Error('unknown keyword: "$async"');
    for (const value of [null, {}, [], '']) validate(value);
    return { code: standaloneCode(compiler, validate), faults: [], warnings };
  } catch (error) {
    if (error instanceof RangeError) return failed([{ path: [], message: 'refers to itself without end' }]);
    return failed([noteOf(error instanceof Error ? error.message : String(error))]);
  }
}

const draft2020 = 'https://json-schema.org/draft/2020-12/schema';
const draft7 = 'http://json-schema.org/draft-07/schema';
const judging: Options = { allErrors: true, validateFormats: false, verbose: true };

const dialects = {
  [draft2020]: { Dialect: Ajv2020, judge: new Ajv2020(judging) },
  [draft7]: { Dialect: Ajv, judge: new Ajv(judging) },
} as Readonly<Record<string, { readonly Dialect: typeof Ajv2020 | typeof Ajv; readonly judge: Ajv }>>;

const unknownDialect = `only two dialects are supported: ${draft2020} (the default) and ${draft7}#`;

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
    code: { source: true, regExp },
    logger: { log: warn, warn, error: warn },
  };
}

/** k6's engine accepts \p{…}, and then matches nothing. */
const regExp = Object.assign(
  (pattern: string, flags: string): RegExp => {
    if (/(?:^|[^\\])(?:\\\\)*\\[pP]\{/.test(pattern))
      throw new Error(
        `the pattern ${pattern} would match nothing: k6's engine does not support \\p{…}; list the characters instead, e.g. [A-Za-z]`,
      );
    return new RegExp(pattern, flags);
  },
  { code: 'new RegExp' },
);

function failed(faults: readonly Note[]): CompiledSchema {
  return { code: '', faults, warnings: [] };
}

/** What ajv says, at the place in the schema that it names. */
function noteOf(line: string): Note {
  const place = / at (?:path )?"#([^"]*)"/;
  const message = line
    .replace(/^strict mode: | ?\(strict\w+\)| ignored in schema/g, '')
    .replace(place, '')
    .replace(/^(can't resolve reference .*) from id .*/, '$1, and schemas are not downloaded');
  return { path: pathIn(decodeURIComponent(place.exec(line)?.[1] ?? '')), message };
}
