import type { Run, VerdictCause } from '../../reports/report.ts';
import { cause, type Decision } from '../../reports/verdict.ts';
import { dueCalls } from '../load/plan.ts';
import { nothingToLoad, type RunContext } from '../run-context.ts';
import type { SetupData } from '../setup-data.ts';
import { countOf, type SummaryData } from './summary-data.ts';

/** Share of the planned calls that must have come due for a run to count as complete. */
const wholeShare = 0.95;

/** Whether the run came to its own end. */
export function completenessOf(
  context: RunContext,
  data: SummaryData,
  setup: SetupData,
): Run['completeness'] {
  if (data.setup_data === undefined) return 'interrupted';
  if (setup.problems.length > 0 || countOf(data, 'exceptions') > 0) return 'broken';
  if (!setup.reachable) return 'unreachable';
  return wasCutShort(context, data, setup) ? 'interrupted' : 'complete';
}

function wasCutShort({ load }: RunContext, data: SummaryData, setup: SetupData): boolean {
  if (load === null) return countOf(data, 'iterations') === 0;
  if (nothingToLoad(setup)) return false;
  const measured = { scenario: 'measure' };
  const made = countOf(data, 'iterations', measured);
  const due = made + countOf(data, 'dropped_iterations', measured);
  return made === 0 || due < dueCalls(load) * wholeShare;
}

/** Why there is no verdict, in words that name the setting. */
export function withheldBecause(data: SummaryData, setup: SetupData): VerdictCause[] {
  const exceptions = countOf(data, 'exceptions');
  const thrown =
    exceptions === 0
      ? []
      : [
          cause(
            'inconclusive',
            `${exceptions} iterations ended in an exception of the harness.`,
            'See the log of k6.',
          ),
        ];
  const problems = setup.problems.map((text) => cause('inconclusive', text, 'Set it right and run again.'));
  const [error] = Object.entries(setup.records.errors['user'] ?? {});
  const isUnread = !setup.reachable && error !== undefined && setup.problems.length === 0;
  const unread = isUnread ? [unreadCause(error[0], error[1].example)] : [];
  return [...problems, ...thrown, ...unread];
}

function unreadCause(outcome: string, example: string): VerdictCause {
  const said = example === '' ? '' : ` (${example})`;
  return outcome === 'unreachable'
    ? cause(
        'inconclusive',
        `The service could not be reached: ${example}.`,
        'Is it running, and is the base URL right?',
      )
    : cause(
        'inconclusive',
        `Nothing that the service sent could be read: ${outcome}${said}.`,
        'Is the base URL right, and does the service answer there in HTTP?',
      );
}

/** Plain `k6 run` exits by its thresholds: a report that passes must not stand beside an exit status that does not. */
export function agreeWithK6(decision: Decision, crossed: readonly string[]): Decision {
  if (decision.verdict !== 'pass' || crossed.length === 0) return decision;
  const text = `Without its companion the harness allows less: ${crossed.slice(0, 3).join('; ')} was crossed.`;
  const causes = [cause('inconclusive', text, 'Run it with the command line, which measures its own error.')];
  return { verdict: 'inconclusive', reason: text, causes };
}
