import { countText } from '../../checks/wording.ts';
import { endpointNames, endpointTitle } from '../../schemas/endpoints.ts';
import { dueCalls } from '../../schemas/load-plan.ts';
import { type Facts, nothingToLoad } from '../facts.ts';
import { countOf, dueIterations } from '../metrics.ts';
import type { Run, VerdictCause } from '../report.ts';
import { cause, type Decision } from '../verdict.ts';
import { histogramOf } from './endpoint-figures.ts';
import { loadMade } from './load.ts';

/** Share of the planned calls that must have come due for a run to count as complete. */
const wholeShare = 0.95;

/** Whether the run came to its own end. */
export function completenessOf(facts: Facts): Run['completeness'] {
  const { before, problems, metrics, withdrawn } = facts;
  if (withdrawn !== undefined) return withdrawn.completeness;
  if (before === null) return 'interrupted';
  if (problems.length > 0 || countOf(metrics, 'exceptions') > 0) return 'broken';
  if (contradictions(facts).length > 0) return 'broken';
  if (!before.reachable) return 'unreachable';
  return wasCutShort(facts) ? 'interrupted' : 'complete';
}

function wasCutShort(facts: Facts): boolean {
  const { before, metrics } = facts;
  const load = loadMade(facts);
  if (load === null) return countOf(metrics, 'iterations') === 0;
  if (before !== null && nothingToLoad(before)) return false;
  const { made, dropped } = dueIterations(metrics);
  return made === 0 || made + dropped < dueCalls(load) * wholeShare;
}

/** "312 of 6 175 calls came due." of a load that did not come to its end. */
function cutShortCause(facts: Facts): VerdictCause[] {
  const load = loadMade(facts);
  if (load === null || completenessOf(facts) !== 'interrupted') return [];
  const { made, dropped } = dueIterations(facts.metrics);
  const planned = Math.round(dueCalls(load));
  return [
    cause(
      'inconclusive',
      `The run was interrupted: ${countText(made + dropped)} of ${countText(planned)} planned calls came due.`,
      'Run the test again. If nobody interrupted it, see k6.log: the machine could not keep up.',
    ),
  ];
}

/**
 * Counters that are made apart and must agree, in words: one that is missing would be taken for 0. A run can end while
 * each virtual user is between two of them.
 */
function contradictions({ plan: { load, loadShare, loads }, metrics }: Facts): string[] {
  const underWay = Math.ceil((load?.virtualUsers ?? 0) * Math.max(1, loadShare)) * (loads?.made ?? 1);
  return endpointNames.flatMap((endpoint) => {
    const succeeded = countOf(metrics, 'calls', { endpoint, result: 'succeeded' });
    const apartFromAfar = endpoint === 'encrypt' ? countOf(metrics, 'large_latency') : 0;
    const timed = countOf(metrics, 'latency', { endpoint, phase: 'measure' }) + apartFromAfar;
    const drawn = histogramOf(metrics, endpoint).reduce((sum, { count }) => sum + count, apartFromAfar);
    const apart = Math.max(succeeded, timed, drawn) - Math.min(succeeded, timed, drawn);
    return apart <= underWay
      ? []
      : [
          `Of the calls to ${endpointTitle(endpoint)}, ${succeeded} were counted as succeeded, ${timed} were timed and ${drawn} are in the histogram.`,
        ];
  });
}

/** Why there is no verdict, in words that name the setting. */
export function withheldBecause(facts: Facts): VerdictCause[] {
  const { before, problems, metrics, withdrawn } = facts;
  if (withdrawn !== undefined)
    return [cause('inconclusive', withdrawn.reason, 'See k6.log, then run the test again.')];
  const exceptions = countOf(metrics, 'exceptions');
  const thrown = `${exceptions} iterations ended with an exception in the harness.`;
  const [error] = Object.entries(before?.errors.user ?? {});
  const isUnread = before?.reachable === false && error !== undefined && problems.length === 0;
  return [
    ...contradictions(facts).map((text) =>
      cause('inconclusive', text, 'Run the test again without options that change metrics or tags.'),
    ),
    ...problems.map((text) => cause('inconclusive', text, 'Correct it, then run the test again.')),
    ...(exceptions === 0 ? [] : [cause('inconclusive', thrown, 'See the k6 log.')]),
    ...(isUnread ? [unreadCause(error[0], error[1].example)] : []),
    ...cutShortCause(facts),
  ];
}

function unreadCause(outcome: string, example: string): VerdictCause {
  const said = example === '' ? '' : ` (${example})`;
  const text =
    outcome === 'unreachable'
      ? `The service could not be reached: ${example}.`
      : `None of the service's answers could be read: ${outcome}${said}.`;
  const known = unreadRemedies.find(([words]) => words.test(example))?.[1];
  const usual =
    outcome === 'unreachable'
      ? 'Check that the service is running and that the base URL is right.'
      : 'Check the base URL, and that the service speaks HTTP there.';
  return cause('inconclusive', text, known ?? usual);
}

const unreadRemedies: readonly (readonly [RegExp, string])[] = [
  [/match hostname/, 'Use a host name for which the certificate of the service was issued.'],
  [
    /x509: unknown authority/,
    'Trust the authority of its certificate with --cacert, or run with --insecure.',
  ],
  [
    /tls: (certificate required|bad certificate|unknown certificate authority)/,
    'The service wants a client certificate that it trusts: --cert and --key.',
  ],
  [/no such host/, 'Check the host in the base URL, and that this machine can resolve its name.'],
];

/** Plain `k6 run` exits by its thresholds: a report that passes must not stand beside an exit status that does not. */
export function agreeWithK6(decision: Decision, crossed: readonly string[]): Decision {
  if (decision.verdict !== 'pass' || crossed.length === 0) return decision;
  const text = `Without its companion process the harness has stricter limits, and this run crossed ${crossed.slice(0, 3).join('; ')}.`;
  const causes = [
    cause('inconclusive', text, 'Start the run with the command line, which measures its own error.'),
  ];
  return { verdict: 'inconclusive', reason: text, causes };
}
