import { facts as isVersion1 } from '../dist/validators.mjs';
import { schemaErrors } from '../schemas/validate.ts';
import type { Facts } from './facts.ts';
import { documentIn } from './read-report.ts';

/** The facts in the text of a facts.json. Throws an Error with a sentence for people when the text is none. */
export function readFacts(text: string): Facts {
  return documentIn(text, { 1: isFacts });
}

function isFacts(value: unknown): Facts {
  const [error] = schemaErrors(isVersion1, value);
  if (error === undefined) return value as Facts;
  throw new Error(
    `It does not match its schema at ${error.instancePath || 'the top'}: ${error.message ?? error.keyword}.`,
  );
}
