import { _, Ajv, type CodeKeywordDefinition, type Options, str, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

export const draft2020 = 'https://json-schema.org/draft/2020-12/schema';
export const draft7 = 'http://json-schema.org/draft-07/schema';

/** A version of JSON Schema. */
export interface Dialect {
  readonly newAjv: (options: Options) => Ajv;
  /** Whether something is a schema: of known keywords and formats everywhere in it, or of keywords that begin with x-. */
  readonly judge: ValidateFunction;
}

function dialect(name: string, newAjv: Dialect['newAjv']): Dialect {
  const ajv = withKeywords(newAjv({ allErrors: true, validateFormats: false, verbose: true, strict: false }));
  const meta = ajv.getSchema(name)?.schema as { readonly properties: object };
  const { $async: _async, ...keywords } = ajv.RULES.keywords;
  const known = Object.fromEntries(Object.keys(keywords).map((keyword) => [keyword, true]));
  const judge = ajv.compile({
    ...meta,
    $id: `${name}-of-known-keywords`,
    properties: { ...known, ...meta.properties, format: { enum: Object.keys(ajv.formats) } },
    patternProperties: { '^x-': true },
    additionalProperties: false,
  });
  return { newAjv, judge };
}

/** Compiles to code that needs nothing else. `hear` gets a line for whatever strict mode finds. */
export function compilerOf({ newAjv }: Dialect, hear: (line: string) => void): Ajv {
  return withKeywords(
    newAjv({
      validateSchema: false,
      // A body has no key that every object has, such as `constructor`.
      ownProperties: true,
      strict: true,
      strictSchema: 'log',
      strictTypes: 'log',
      strictTuples: 'log',
      strictRequired: false,
      allowUnionTypes: true,
      code: { source: true, regExp: regExpFor(hear) },
      logger: { log: hear, warn: hear, error: hear },
    }),
  );
}

/** With what OpenAPI adds to JSON Schema, which says nothing about a body. */
function withKeywords(ajv: Ajv): Ajv {
  formats(ajv).addVocabulary(['discriminator', 'xml', 'externalDocs', 'example']);
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

/** For patterns that cannot be used, says so and stands in. */
function regExpFor(hear: (line: string) => void) {
  const regExp = (pattern: string, flags: string): RegExp => {
    try {
      // k6's engine accepts \p{…}, and then matches nothing.
      if (!/(?:^|[^\\])(?:\\\\)*\\[pP]\{/.test(pattern)) return new RegExp(pattern, flags);
      hear(
        `the pattern ${pattern} would match nothing: k6's engine does not support \\p{…}; list the characters instead, e.g. [A-Za-z]`,
      );
    } catch (error) {
      hear(error instanceof Error ? error.message : String(error));
    }
    return /(?:)/u;
  };
  return Object.assign(regExp, { code: 'new RegExp' });
}

export const dialects: Readonly<Record<string, Dialect>> = {
  [draft2020]: dialect(draft2020, (options) => new Ajv2020(options)),
  [draft7]: dialect(draft7, (options) => new Ajv(options)),
};
