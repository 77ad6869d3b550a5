import { sentenceOf } from '../checks/clauses.ts';
import { report as isVersion1 } from '../dist/validators.mjs';
import { schemaErrors } from '../schemas/validate.ts';
import { clauseRows } from './clause-rows.ts';
import type { Report } from './report.ts';

/**
 * The report in the text of a report.json, or in the JSON embedded in a page.
 * Throws an Error with a sentence for people when the text is none.
 */
export function readReport(text: string): Report {
  return documentIn(text, { 1: readVersion1 });
}

/** The value of a JSON text by its schemaVersion: one reader for each version that was ever written. */
export function documentIn<T>(text: string, readers: Readonly<Record<number, (value: unknown) => T>>): T {
  const value = parse(text);
  const version = versionOf(value);
  const reader = version === null ? undefined : readers[version];
  if (reader !== undefined) return reader(value);
  const known = Object.keys(readers).join(', ');
  throw new Error(
    version === null
      ? 'It has no schemaVersion.'
      : `It has schemaVersion ${version}, but this harness reads ${known}: use a newer harness.`,
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

function readVersion1(value: unknown): Report {
  const [error] = schemaErrors(isVersion1, value);
  if (error !== undefined) {
    throw new Error(
      `It does not match its schema at ${error.instancePath || 'the top'}: ${error.message ?? error.keyword}.`,
    );
  }
  return withSentences(value as Report);
}

/** A page embeds the report without the sentences of the document. */
function withSentences(report: Report): Report {
  if (report.clauses.length > 0) return report;
  const findings = report.findings.map((finding) => ({ ...finding, sentence: sentenceOf(finding.clause) }));
  return { ...report, findings, clauses: clauseRows(findings, report.observations) };
}
