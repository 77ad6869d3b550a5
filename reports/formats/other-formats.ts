import { sumOf } from '../../checks/statistics/samples.ts';
import { visible } from '../escape.ts';
import { markup } from '../markup.ts';
import { countOfState, labels, outcomeOf, percentileMs, tones } from '../outcome.ts';
import type { Report } from '../report.ts';

const padding = 8;
const height = 20;

/** The verdict as a small picture for a README: "gate | pass". */
export function renderBadge(report: Report): string {
  const outcome = outcomeOf(report);
  const name = report.run.scenario.slice(0, 30);
  const waived = outcome === 'pass' ? countOfState(report, 'waived') : 0;
  const { tone, word: verdict } = labels[outcome];
  const word = `${verdict.toLowerCase()}${waived === 0 ? '' : `, ${waived} waived`}`;
  const left = textWidth(name) + 2 * padding;
  const right = textWidth(word) + 2 * padding;
  const title = `${name}: ${word}`;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${height}" role="img" aria-label="${title}">
    <title>${title}</title>
    <clipPath id="round"><rect width="${left + right}" height="${height}" rx="4"/></clipPath>
    <g clip-path="url(#round)"><path fill="#30363d" d="M0 0h${left}v${height}h${-left}z"/><path fill="${tones[tone].fill}" d="M${left} 0h${right}v${height}h${-right}z"/></g>
    <g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11"><text x="${padding}" y="14" textLength="${left - 2 * padding}">${name}</text><text x="${left + padding}" y="14" textLength="${right - 2 * padding}">${word}</text></g>
    </svg>
    `.markup;
}

/** About the width in Verdana at 11 pixels; textLength makes it exact. */
function textWidth(text: string): number {
  const narrow = text.match(/[ijlft.,:' -]/g)?.length ?? 0;
  return Math.round(text.length * 7 - narrow * 2.8);
}

/**
 * The figures that GitLab's load-performance widget shows for a merge request, named as in k6's summary: p90 and p95 of the
 * slowest endpoint in milliseconds, if enough calls were made, and how many findings passed and failed. Without a verdict there are none.
 */
export function renderLoadPerformance(report: Report): string {
  const { endpoints, load } = report;
  const waiting = [90, 95].flatMap((one) => {
    const known = endpoints.flatMap((endpoint) => percentileMs(endpoint, one) ?? []);
    return known.length === 0 ? [] : [[`p(${one})`, Math.max(...known)]];
  });
  const ofLoad = load && {
    http_reqs: { rate: load.achievedRate, count: sumOf(endpoints, ({ requests }) => requests) },
    ...(waiting.length > 0 && { http_req_waiting: Object.fromEntries(waiting) }),
  };
  const [passes, fails] = [countOfState(report, 'pass'), countOfState(report, 'fail')];
  const metrics = outcomeOf(report) === 'none' ? {} : { ...ofLoad, checks: { passes, fails } };
  return `${JSON.stringify({ metrics }, null, 2)}\n`;
}

/** The labels that tell runs apart. */
export function metricLabels({ run }: Pick<Report, 'run'>): Record<'scenario' | 'target', string> {
  return { scenario: run.scenario, target: run.embeddedService ? 'embedded' : run.target };
}

/** The verdict for monitoring, in Prometheus' text format. */
export function renderPrometheus(report: Report): string {
  const { run } = report;
  const outcome = outcomeOf(report);
  const own = metricLabels(report);
  const { endpoints, clauses } = outcome === 'none' ? { endpoints: [], clauses: [] } : report;
  return [
    family(
      'harness_verdict',
      'Verdict of the run: 1 for the one it has, 0 for the others; "none" is a run without a verdict.',
      ['pass', 'fail', 'inconclusive', 'none'].map((verdict) => [
        { ...own, verdict },
        verdict === outcome ? 1 : 0,
      ]),
    ),
    family('harness_run_timestamp_seconds', 'When the run ended, in seconds since 1970.', [
      [own, (Date.parse(run.startedAt) + run.durationMs) / 1000],
    ]),
    family(
      'harness_under_limit_ratio',
      'Share of the calls that were answered under the limit.',
      endpoints.map(({ endpoint, share_under_limit: share }) => [{ ...own, endpoint }, share]),
    ),
    // Clauses that were not judged, are waived or are inconclusive have no sample.
    family(
      'harness_clause_failed',
      '1 for a clause that was broken, 0 for one that was kept; a waived failure is neither.',
      clauses
        .filter(({ state }) => /(kept|broken)$/.test(state))
        .map(({ id, state }) => [{ ...own, clause: id }, state.endsWith('broken') ? 1 : 0]),
    ),
  ].join('');
}

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number | null];

/** Samples without a value are left out. */
function family(name: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.flatMap(([labels, value]) => {
    const texts = Object.entries(labels).map(
      ([label, text]) => `${label}="${visible(text).replace(/[\\"]/g, '\\$&')}"`,
    );
    return value === null ? [] : `${name}{${texts.join(',')}} ${value}\n`;
  });
  return lines.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}
