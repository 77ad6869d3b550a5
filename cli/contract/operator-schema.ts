import { MissingRefError } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { type Note, notesOn, type Path, pathIn, without } from './notes.ts';
import { compilerOf, type Dialect, dialects, draft7, draft2020 } from './schema-dialects.ts';

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
  const dialect = dialects[String(named).replace(/#$/, '')];
  if (dialect === undefined) return uncompiled([{ path: ['$schema'], message: unknownDialect }]);
  const { judge } = dialect;
  if (!judge(schema)) return uncompiled(notesOn(judge.errors ?? [], unknownKeyword));
  return compiled(dialect, schema as object | boolean, []);
}

const unknownDialect = `only two dialects are supported: ${draft2020} (the default) and ${draft7}#`;

const unknownKeyword = () => 'unknown keyword; the names of your own begin with x-';

/** `lost`: references that lead nowhere, which are no longer in the schema, so that the faults of the rest show. */
function compiled(dialect: Dialect, schema: object | boolean, lost: readonly Note[]): CompiledSchema {
  const faults: Note[] = [...lost];
  const warnings: Note[] = [];
  const compiler = compilerOf(dialect, (line) => {
    if (/unknown keyword: "x-/.test(line)) return;
    (/\(strict(Types|Tuples)\)/.test(line) ? warnings : faults).push(noteOf(line));
  });
  try {
    const validate = compiler.compile(schema);
    if (faults.length > 0) return uncompiled(faults);
    for (const value of [null, {}, [], '']) validate(value);
    return { code: standaloneCode(compiler, validate), faults: [], warnings };
  } catch (error) {
    if (error instanceof RangeError)
      return uncompiled([{ path: [], message: 'refers to itself without end' }]);
    if (!(error instanceof Error)) throw error;
    const fault = noteOf(error.message);
    const [, reference = ''] = /reference (.*) from id /.exec(error.message) ?? [];
    const paths = error instanceof MissingRefError ? pathsTo(reference, schema) : [];
    if (paths.length === 0 || lost.length > mostLost) return uncompiled([...faults, fault]);
    const further = paths.map((path) => ({ ...fault, path }));
    return compiled(dialect, without(further, schema), [...lost, ...further]);
  }
}

/** Each takes another compilation. */
const mostLost = 20;

function pathsTo(reference: string, part: unknown, path: Path = []): Path[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === '$ref' && value === reference ? [[...path, name]] : pathsTo(reference, value, [...path, name]),
  );
}

export function uncompiled(faults: readonly Note[]): CompiledSchema {
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
