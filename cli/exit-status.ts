import type { Report } from '../reports/report.ts';

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

/** Throws the UsageError of a setting that cannot be used: "--rate: give a number." */
export function refuse(name: string, problem: string): never {
  throw new UsageError(`${name}: ${problem}.`);
}

export class NoVerdict extends Error {
  override readonly name = 'NoVerdict';
  readonly completeness: 'broken' | 'interrupted';

  constructor(message: string, completeness: NoVerdict['completeness'] = 'broken') {
    super(message);
    this.completeness = completeness;
  }
}

/** What an error says. `fetch` hides it in `cause`, which may itself hold several errors and no message. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return messageOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  const { syscall, code, hostname } = error as NodeJS.ErrnoException & { readonly hostname?: string };
  if (syscall === 'getaddrinfo') return `${hostname} was not found (${code})`;
  return error.message || error.name;
}
