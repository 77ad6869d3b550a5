import { readFileSync } from 'node:fs';
import vm from 'node:vm';

/** By the text of a bundle: what was compiled for one run, and has become fast by it, is there for the next. */
const compiled = new Map();

/**
 * Makes instances of a script, as each virtual user has one: with state of their own, of the same compiled functions. `globals`
 * are what k6 provides.
 */
export function instancesOf(file) {
  const text = readFileSync(file, 'utf8');
  // All scripts of a bundle differ by what they begin with: what is asked for.
  const end = text.indexOf('\nimport ');
  const asked = compile(`() => {\n${text.slice(0, end)}\nreturn HARNESS_RUN;\n}`, file);
  const bundle = text.slice(end);
  if (!compiled.has(bundle)) compiled.set(bundle, compile(asFunction(bundle), file));
  const made = compiled.get(bundle);
  return (globals) => made({ HARNESS_RUN: asked(), ...globals });
}

/** Modules are strict, so these functions are. */
function compile(code, filename) {
  return new vm.Script(`'use strict';\n(${code})`, { filename }).runInThisContext();
}

/** Of a bundle that is a module: imports of k6's modules become constants before all else, and exports the result. */
function asFunction(bundle) {
  const constants = [];
  const rest = bundle.replace(/\bimport\s*([\w$]+|\{[^}]*\})\s*from\s*"(k6[^"]*)";/g, (_, names, module) => {
    constants.push(`const ${names.replaceAll(' as ', ': ')} = k6Modules["${module}"];\n`);
    return '';
  });
  const code = rest
    .replaceAll('import.meta', 'importMeta')
    .replace(
      /\bexport\s*\{([^}]*)\};\s*$/,
      (_, names) => `return {${names.replace(/([\w$]+) as ([\w$]+)/g, '$2: $1')}};`,
    );
  return `async ({ HARNESS_RUN, k6Modules, __ENV, __VU, console, importMeta }) => {\n${constants.join('')}${code}\n}`;
}
