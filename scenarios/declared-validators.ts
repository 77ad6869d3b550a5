import equal from 'ajv/dist/runtime/equal.js';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import formats from 'ajv-formats/dist/formats.js';
import type { DeclaredValidators } from '../schemas/declared-validators.ts';
import type { Validator } from '../schemas/validate.ts';

/** What ajv's compiled code requires. */
const modules: Readonly<Record<string, unknown>> = {
  'ajv/dist/runtime/equal': equal,
  'ajv/dist/runtime/ucs2length': ucs2length,
  'ajv-formats/dist/formats': formats,
};

export function declaredValidators(codes: typeof HARNESS_RUN.validators): DeclaredValidators {
  const made = Object.entries(codes).map(([body, code]) => [body, validatorOf(code)]);
  return Object.fromEntries(made);
}

function validatorOf(code: CompiledCode): Validator {
  const module = { exports: {} };
  code((name) => modules[name], module, module.exports);
  return module.exports as Validator;
}
