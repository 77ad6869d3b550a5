import { facts as areFactsVersion1, report as isVersion1 } from '../dist/validators.mjs';
import { schemaErrors, type Validator } from '../schemas/validate.ts';
import type { Facts } from './facts.ts';
import type { Report } from './report.ts';

/** The report in the text of a report.json. Throws an Error with a sentence for people when the text is none. */
export function readReport(text: string): Report {
  return documentIn(text, { 1: (value) => valid(isVersion1, value) });
}

/** The value of a JSON text by its schemaVersion: one reader for each version that was ever written. */
function documentIn<T>(text: string, readers: Readonly<Record<number, (value: unknown) => T>>): T {
  const value = parse(text);
  const version = versionOf(value);
  const reader = version === null ? undefined : readers[version];
  if (reader !== undefined) return reader(value);
  const known = Object.keys(readers).join(', ');
  throw new Error(
    version === null
      ? 'It has no schemaVersion.'
      : `It has schemaVersion ${version}, and this harness reads ${known}: a newer one is needed.`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`It is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function versionOf(value: unknown): number | null {
  if (typeof value !== 'object' || value === null || !('schemaVersion' in value)) return null;
  return typeof value.schemaVersion === 'number' ? value.schemaVersion : null;
}

/** The value, when it keeps its schema. */
function valid<T>(validator: Validator, value: unknown): T {
  const [error] = schemaErrors(validator, value);
  if (error === undefined) return value as T;
  throw new Error(
    `It breaks its schema at ${error.instancePath || 'the top'}: ${error.message ?? error.keyword}.`,
  );
}

/** The facts in the text of a facts.json, in the same way. */
export function readFacts(text: string): Facts {
  return documentIn(text, { 1: (value) => valid(areFactsVersion1, value) });
}
