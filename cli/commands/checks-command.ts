import type { Command } from 'commander';
import { documentChecks } from '../../checks/catalogue.ts';
import { clause, clauseIds } from '../../checks/document.ts';
import { runChecks } from '../../checks/run-checks.ts';
import type { Caller } from '../caller.ts';

export function addChecksCommand(program: Command, { print }: Caller): void {
  program
    .command('checks')
    .description('list the clauses of the document and the checks that judge them')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) => {
      print(json === true ? `${JSON.stringify(catalogue(), null, 2)}\n` : catalogueText());
    });
}

function catalogue() {
  return clauseIds.map((id) => ({
    ...clause(id),
    checks: documentChecks
      .filter((check) => check.clause === id)
      .map(({ id: check, origin, title, reading, subject }) => ({ check, origin, title, reading, subject })),
    runChecks: runChecks
      .filter((check) => check.clause === id)
      .map(({ id: check, origin, title }) => ({ check, origin, title })),
  }));
}

function catalogueText(): string {
  const lines = catalogue().flatMap(({ id, section, sentence, standing, checks, runChecks: ofRun }) => [
    `§${section} ${id} (${standing})`,
    `  ${sentence}`,
    ...[...checks, ...ofRun].map(({ check, origin, title }) => `  - ${check} [${origin}] ${title}`),
    '',
  ]);
  return `${lines.join('\n')}\n`;
}
