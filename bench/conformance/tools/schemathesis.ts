import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromPypi } from '../../truth/tools/install.ts';
import { benchFolder } from '../folder.ts';
import { type Answer, type Asking, exitStatusOf, type ToolRecipe } from './tool.ts';

const version = '4.32.5';

/** They expect what the document leaves open: methods, statuses, media types, which requests are refused. */
const checksBeyondTheDocument = [
  'unsupported_method',
  'allow_header_conformance',
  'status_code_conformance',
  'content_type_conformance',
  'positive_data_acceptance',
  'negative_data_rejection',
  'missing_required_header',
];

export const schemathesisUntuned = schemathesis('Schemathesis untuned', 'all checks, as it comes', []);

export const schemathesisTuned = schemathesis(
  'Schemathesis tuned',
  `without ${checksBeyondTheDocument.map((check) => `\`${check}\``).join(', ')}`,
  ['--exclude-checks', checksBeyondTheDocument.join(',')],
);

function schemathesis(name: string, how: string, settings: readonly string[]): ToolRecipe {
  return {
    name,
    how,
    async obtain(say) {
      const python = await fromPypi('schemathesis', version, say);
      return { version, ask: (asking) => ask(python, settings, asking) };
    },
  };
}

async function ask(python: string, settings: readonly string[], asking: Asking): Promise<Answer> {
  const { baseUrl, token, folder } = asking;
  const spec = join(benchFolder, 'document.openapi.yaml');
  const report = join(folder, 'report.json');
  const target = ['run', spec, '--url', baseUrl, '--header', `Authorization: Bearer ${token}`];
  const output = ['--seed', '1', '--report', 'json', '--report-json-path', report];
  const args = ['-m', 'schemathesis.cli', ...target, ...output, ...settings];
  const status = await exitStatusOf(python, args, asking);
  if (status !== 0 && status !== 1) throw new Error(`no verdict, exit status ${status}`);
  const findings = findingsOf(JSON.parse(await readFile(report, 'utf8')));
  return { verdict: status === 0 ? 'pass' : 'fail', findings, error: null };
}

interface JsonReport {
  readonly failures: readonly { readonly code: string; readonly operations: readonly string[] }[];
  /** Such as a connection that breaks; they fail the run too. */
  readonly errors: readonly { readonly title: string }[];
}

function findingsOf({ failures, errors }: JsonReport): readonly string[] {
  const failed = failures.flatMap(({ code, operations }) => operations.map((name) => `${code} ${name}`));
  return [...failed, ...new Set(errors.map(({ title }) => title))];
}
