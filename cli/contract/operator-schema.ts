import { _, Ajv, type CodeKeywordDefinition, type Options, str } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import formats from 'ajv-formats';
import { type Note, notesOn } from './notes.ts';

const draft2020 = 'https://json-schema.org/draft/2020-12/schema';
const draft7 = 'http://json-schema.org/draft-07/schema';

/**
 * Compiles a schema that the operator declares, as strictly as it is used: in k6's engine, without a network. `code`: CommonJS text that
 * sets `module.exports` to the validator; empty if there are faults.
 */
export function compileSchema(schema: unknown): { readonly code: string; readonly faults: Note[] } {
  const named = (schema as { readonly $schema?: unknown } | null)?.$schema ?? draft2020;
  const dialect = typeof named === 'string' ? named.replace(/#$/, '') : '';
  const newAjv = dialects.get(dialect);
  if (newAjv === undefined) {
    const message = `only two dialects are supported: ${draft2020} (the default) and ${draft7}#`;
    return { code: '', faults: [{ pointer: '/$schema', message }] };
  }
  const judge = withKeywords(newAjv({ allErrors: true, validateFormats: false, verbose: true }));
  if (!judge.validateSchema(schema as object | boolean))
    return { code: '', faults: notesOn(judge.errors ?? []) };
  const faults: Note[] = [];
  const compiler = compilerOf(newAjv, (line) => {
    if (!/unknown keyword: "x-/.test(line)) faults.push(noteOf(line));
  });
  try {
    const validate = compiler.compile(schema as object | boolean);
    for (const value of [null, {}, [], '']) validate(value);
    return { code: faults.length > 0 ? '' : standaloneCode(compiler, validate), faults };
  } catch (error) {
    if (error instanceof RangeError)
      return { code: '', faults: [{ pointer: '', message: 'refers to itself without end' }] };
    if (!(error instanceof Error)) throw error;
    return { code: '', faults: [...faults, noteOf(error.message)] };
  }
}

/** What ajv says, at the place in the schema that it names. */
function noteOf(line: string): Note {
  const place = / at (?:path )?"#([^"]*)"/;
  const message = line
    .replace(/^strict mode: | ?\(strict\w+\)| ignored in schema/g, '')
    .replace(place, '')
    .replace(/^unknown keyword.*/, '$&; the names of your own begin with x-')
    .replace(/^(can't resolve reference .*) from id .*/, '$1, and schemas are not downloaded');
  return { pointer: decodeURIComponent(place.exec(line)?.[1] ?? ''), message };
}

type NewAjv = (options: Options) => Ajv;

/** Compiles to code that needs nothing else. `hear` gets a line for whatever strict mode finds. */
function compilerOf(newAjv: NewAjv, hear: (line: string) => void): Ajv {
  return withKeywords(
    newAjv({
      validateSchema: false,
      // Keys that every object inherits, such as `constructor`, are not keys of a body.
      ownProperties: true,
      strictSchema: 'log',
      strictTypes: false,
      strictTuples: false,
      code: { source: true, regExp: regExpFor(hear) },
      logger: { log: hear, warn: hear, error: hear },
    }),
  );
}

/** Adds formats, and the keywords of OpenAPI that say nothing about a body. */
function withKeywords(ajv: Ajv): Ajv {
  formats(ajv).addVocabulary(['discriminator', 'xml', 'externalDocs', 'example']);
  // A validator with `$async` returns a promise, which any code takes for yes.
  ajv.removeKeyword('$async');
  return ajv.removeKeyword('multipleOf').addKeyword(multipleOf);
}

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

/** Compiles a pattern; reports one that cannot be used, and replaces it. */
function regExpFor(hear: (line: string) => void) {
  const regExp = (pattern: string, flags: string): RegExp => {
    try {
      const usable = new RegExp(pattern, flags);
      const problem = problemInK6(pattern);
      if (problem === undefined) return usable;
      hear(`the pattern ${pattern} ${problem}`);
    } catch (error) {
      hear((error as Error).message);
    }
    return /(?:)/u;
  };
  return Object.assign(regExp, { code: 'new RegExp' });
}

/** What k6's engine makes of a pattern that is valid in Node; undefined: the same as Node. */
function problemInK6(pattern: string): string | undefined {
  const bare = pattern.replace(/\\(?:u\{[^}]*\}|[^pP])/g, '');
  if (/\\[pP]\{/.test(bare))
    return "would match nothing: k6's engine does not support \\p{…}; list the characters instead, e.g. [A-Za-z]";
  return /\{(\d+,)?(0\d|\d{10})[\d,]*\}/.test(bare.replace(/\[[^\]]*\]/g, ''))
    ? "has a count that k6's engine does not know; write it without a leading 0 and below 1000000000, or leave it open, e.g. {1,}"
    : undefined;
}

const dialects = new Map<string, NewAjv>([
  [draft2020, (options) => new Ajv2020(options)],
  [draft7, (options) => new Ajv(options)],
]);
