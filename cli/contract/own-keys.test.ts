import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { compileSchema } from './operator-schema.ts';

/** The validator of a schema, from the code that goes into a script. */
function validatorOf(schema: unknown): (value: unknown) => boolean {
  const module: { exports: unknown } = { exports: {} };
  new Function('module', 'exports', 'require', compileSchema(schema).code)(
    module,
    module.exports,
    createRequire(import.meta.url),
  );
  return module.exports as (value: unknown) => boolean;
}

it.each([
  [{ required: ['constructor'] }, {}, false],
  [{ required: ['toString', 'valueOf'] }, { toString: 1 }, false],
  [{ dependentRequired: { toString: ['other'] } }, { a: 1 }, true],
  [{ properties: { constructor: { type: 'string' } } }, { a: 1 }, true],
  [{ properties: { constructor: { type: 'string' } } }, { constructor: 1 }, false],
])('%j takes no key that every object has for one of %j: %s', (schema, body, expected) => {
  expect(validatorOf({ type: 'object', ...schema })(body)).toBe(expected);
});
