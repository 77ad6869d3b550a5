import type { SettledRun } from '../checks/resolve-load.ts';
import type { LoadsMade } from '../dist/facts-types.ts';
import type { Report, Run } from '../dist/report-types.ts';
import { report as isVersion1 } from '../dist/validators.mjs';
import { type SchemaError, schemaErrors, schemaWords, type Validator } from '../schemas/validate.ts';

/** The types of `schemas/report.schema.json`: `Report`, the only input of every renderer, and its parts. */
export type * from '../dist/report-types.ts';

/** Names the service. The embedded one has another port in each run, so its address is not shown. */
export function serviceOf({ embeddedService, target }: Run): string {
  return embeddedService ? 'the embedded reference service' : target;
}

/** Parses report.json. Throws an Error with a readable sentence if the text is not a report. */
export function readReport(text: string): Report {
  return documentIn(text, isVersion1);
}

const restore = ' Restore the file, or make the run again.';

/** The value of a JSON text that matches a schema. Throws an Error about `name` if it does not, which ends with what to do. */
export function documentIn<T>(text: string, isVersion1: Validator, name = 'It', remedy = restore): T {
  const value = parse(text, name, remedy);
  const version = value?.schemaVersion;
  if (typeof version === 'number' && version !== 1) {
    throw new Error(`${name} has schemaVersion ${version}, but this harness reads 1: use a newer harness.`);
  }
  // If a value fits none of several forms, the shallower errors are about forms that were not meant.
  const depthOf = ({ instancePath, params }: SchemaError) =>
    instancePath.split('/').length + ('additionalProperty' in params ? 1 : 0);
  const [error] = schemaErrors(isVersion1, value).toSorted((a, b) => depthOf(b) - depthOf(a));
  if (error === undefined) return value as T;
  const unknown = error.params['additionalProperty'];
  const field = unknown === undefined ? error.instancePath : `${error.instancePath}/${unknown}`;
  const place = field === '' ? 'the top' : field.slice(1).replaceAll('/', '.');
  const words = unknown === undefined ? schemaWords(error) : 'there is no such field';
  throw new Error(`${name} does not match its schema at ${place}: ${words}.${remedy}`);
}

function parse(text: string, name: string, remedy: string): { readonly schemaVersion?: unknown } | null {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(
      `${name} is not JSON: ${error instanceof Error ? error.message : String(error)}.${remedy}`,
    );
  }
}

/**
 * The content of report.json, with a line for each list item. Written by hand, because engines indent differently and equal
 * reports must give equal bytes.
 */
export function renderJson(report: Report): string {
  const fields = Object.entries(report).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${fieldJson(value)}`,
  );
  return `{\n${fields.join(',\n')}\n}\n`;
}

function fieldJson(value: Report[keyof Report]): string {
  if (!Array.isArray(value) || value.length === 0) return JSON.stringify(value);
  return `[\n${value.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
}

/** What the command line tells the script about the run that it starts. Plain k6 has none. */
export interface StartedRun {
  readonly id: string;
  readonly startedAtMs: number;
  /** The command that repeats this run. */
  readonly command: string;
  /** How many successive loads may be made, and the number of this one. */
  readonly loads: LoadsMade;
  /** Facts about how the run was started. */
  readonly told: Pick<Report['run'], 'harness' | 'waited' | 'advisory' | 'nice'>;
  readonly settled: SettledRun;
  /** Whether the service is the reference service that comes with the harness. */
  readonly embedded: boolean;
  /** URL of the process beside k6. */
  readonly companion: string;
  readonly k6Version: string;
}

/** The command for an installed harness: "npx encryption-backup-harness@1". */
export function npxCommand({ name, version }: Report['tool']): string {
  return `npx ${name}@${version.split('.')[0]}`;
}
