import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Report } from '../reports/report.ts';
import { makeFolder } from './make-folder.ts';

/** Exit statuses of the command line; they never change. */
export const exitStatus = { pass: 0, fail: 1, usage: 2, inconclusive: 3, noVerdict: 4 } as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

/** Only a complete run gives a verdict. */
export function statusOf(report: Report): ExitStatus {
  return report.run.completeness === 'complete' ? exitStatus[report.verdict] : exitStatus.noVerdict;
}

/** Wrong usage or configuration: nothing was sent. Each problem is one line: where, which field, what is wrong, what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly problems: readonly string[];

  constructor(...problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** The harness could not do its work: no verdict. */
export class NoVerdict extends Error {
  override readonly name = 'NoVerdict';
  readonly completeness: 'broken' | 'interrupted';

  constructor(message: string, completeness: NoVerdict['completeness'] = 'broken') {
    super(message);
    this.completeness = completeness;
  }
}

/** Writes the file that an option names, and makes its folder. */
export async function writeNamed(option: string, file: string, text: string): Promise<void> {
  await makeFolder(dirname(file))
    .then(() => writeFile(file, text))
    .catch(refuseWriting(`${option} ${file}`));
}

/** For the `catch` of a write: throws UsageError with the code of the error. */
export function refuseWriting(file: string) {
  return ({ code }: NodeJS.ErrnoException): never => {
    throw new UsageError(`${file} cannot be written (${code}).`);
  };
}
