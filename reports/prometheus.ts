import { visible } from './escape.ts';
import { outcomeOf, type RunOutcome } from './outcome.ts';
import type { Report } from './report.ts';

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number];

const outcomes: readonly RunOutcome[] = ['pass', 'fail', 'inconclusive', 'none'];

/** 1: broken. A clause that was not judged, whose failure is waived, or of which too little was seen, has no sample. */
const stateValues: Readonly<Record<string, number>> = {
  kept: 0,
  'declaration-kept': 0,
  broken: 1,
  'declaration-broken': 1,
};

/** What the metrics of a run are told apart by. */
export function metricLabels({ run }: Pick<Report, 'run'>): {
  readonly scenario: string;
  readonly target: string;
} {
  return { scenario: run.scenario, target: run.embeddedService ? 'embedded' : run.target };
}

/** The verdict for those who watch, in Prometheus' text format. */
export function renderPrometheus(report: Report): string {
  const { run, endpoints, clauses } = report;
  const outcome = outcomeOf(report);
  const own = metricLabels(report);
  const shares = endpoints.flatMap(({ endpoint, share_under_limit: value }): Sample[] =>
    value === null ? [] : [[{ ...own, endpoint }, value]],
  );
  const judged = clauses.flatMap(({ id, state }): Sample[] => {
    const value = stateValues[state];
    return value === undefined ? [] : [[{ ...own, clause: id }, value]];
  });
  return [
    family(
      'harness_verdict',
      'Verdict of the run: 1 for the one it has, 0 for the others; "none" is a run without a verdict.',
      outcomes.map((verdict) => [{ ...own, verdict }, verdict === outcome ? 1 : 0]),
    ),
    family('harness_run_timestamp_seconds', 'When the run ended, in seconds since 1970.', [
      [own, (Date.parse(run.startedAt) + run.durationMs) / 1000],
    ]),
    ...(outcome === 'none'
      ? []
      : [
          family(
            'harness_under_limit_ratio',
            'Share of the calls that were answered under the limit.',
            shares,
          ),
          family(
            'harness_clause_failed',
            '1 for a clause that was broken, 0 for one that was kept; a waived failure is neither.',
            judged,
          ),
        ]),
  ].join('');
}

function family(name: string, help: string, samples: readonly Sample[]): string {
  if (samples.length === 0) return '';
  const lines = samples.map(([labels, value]) => `${name}{${labelText(labels)}} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${visible(value).replace(/[\\"]/g, '\\$&')}"`)
    .join(',');
}
