import { facts as areFactsVersion1, report as isVersion1 } from '../dist/validators.mjs';
import { schemaErrors, type Validator } from '../schemas/validate.ts';
import type { Facts } from './facts.ts';
import type { Report } from './report.ts';

/** The report in the text of a report.json. Throws an Error with a sentence for people when the text is none. */
export function readReport(text: string): Report {
  return documentIn(text, isVersion1);
}

/** The facts in the text of a facts.json, in the same way. */
export function readFacts(text: string): Facts {
  return documentIn(text, areFactsVersion1);
}

/** What a JSON text of version 1 holds. The Error that it throws otherwise is a sentence about `subject`. */
export function documentIn<T>(text: string, isVersion1: Validator, subject = 'It'): T {
  const value = parse(text, subject);
  const version = value?.schemaVersion;
  if (typeof version === 'number' && version !== 1) {
    throw new Error(
      `${subject} has schemaVersion ${version}, but this harness reads 1: use a newer harness.`,
    );
  }
  const [error] = schemaErrors(isVersion1, value);
  if (error === undefined) return value as T;
  const place = error.instancePath || 'the top';
  throw new Error(`${subject} does not match its schema at ${place}: ${error.message ?? error.keyword}.`);
}

function parse(text: string, subject: string): { readonly schemaVersion?: unknown } | null {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${subject} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
