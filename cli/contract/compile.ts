import { declaredAnswers, type LoadedContract } from './load.ts';
import { compileSchema } from './operator-schema.ts';

/**
 * Text of the module that a scenario imports as `#contract`. It needs a bundler: the validators require what they
 * share from ajv. Each stands in a function of its own, so that dialects and names cannot meet.
 */
export function compileContract({ contract }: Pick<LoadedContract, 'contract'>): string {
  const validators = declaredAnswers(contract).flatMap(([body, { schema }]) =>
    schema === undefined ? [] : [`  ${body}: ${validatorText(schema)},`],
  );
  return [
    `export const contract = JSON.parse(${JSON.stringify(JSON.stringify(contract))});`,
    'export const validators = {',
    ...validators,
    '};',
    '',
  ].join('\n');
}

function validatorText(schema: object | boolean): string {
  const { code, faults } = compileSchema(schema);
  if (faults[0] !== undefined) throw new Error(`schema: ${faults[0].path.join('.')}: ${faults[0].message}`);
  return `(() => {\nconst module = { exports: {} };\n((exports) => {${code}})(module.exports);\nreturn module.exports;\n})()`;
}
