/** A contract that cannot be used. Each problem is one line: where, which field, what is wrong, what to do. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
