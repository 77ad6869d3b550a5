import { offeredCheck } from '../../checks/run-checks.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { changeText, countText, msText } from '../../checks/wording.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import {
  basisOf,
  capacityText,
  labels,
  outcomeOf,
  percentileText,
  resentText,
  runNotes,
  type State,
  shareText,
} from '../outcome.ts';
import { ownText, type Reason, reasonsOf } from '../reasons.ts';
import type { EndpointResult, Finding, Report } from '../report.ts';

/** `state`: that of the subject of the line. `place`: an endpoint. */
export interface ShortLine {
  readonly state?: State;
  readonly place?: string;
  readonly text: string;
}

/** Reasons shown after the first, so that all of it fits on a screen. */
const mostOthers = 5;

/** What the terminal and the summary say of a report. `curl`: repeats a case that broke the first rule, or a call whose failure left the run open; empty: there is none. */
export function shortReport(report: Report) {
  const outcome = outcomeOf(report);
  const [first, ...others] = reasonsOf(report);
  const [about] = first?.findings ?? [];
  const finding = outcome === 'fail' ? about : undefined;
  // Where calls that did not succeed leave a run open, a command makes one.
  const isOffered = endpointNames.some((name) => offeredCheck(name).id === about?.check);
  const failures =
    outcome === 'inconclusive' && isOffered
      ? report.errors.filter(({ endpoint }) => endpoint === about?.endpoint)
      : [];
  const evidence = finding?.causes.flatMap((cause) => cause.evidence) ?? failures;
  const curls = evidence.map(({ curl }) => curl);
  const more = others.length - mostOthers;
  const texts = [
    ...(finding ? brokenTexts(finding, report, first?.headline ?? '') : []),
    ...runNotes(report).slice(-2),
  ];
  return {
    outcome,
    ...labels[outcome],
    remedy: first?.remedy ?? '',
    advice: first?.advice ?? '',
    curl: curls.find((curl) => curl !== '' && !curl.includes('\n')) ?? '',
    details: [
      ...texts.map((text): ShortLine => ({ text })),
      ...others.slice(0, mostOthers).map(reasonLine),
      ...(more > 0 ? [{ text: `and ${countText(more)} more in the report` }] : []),
    ],
    figures: [
      ...report.endpoints.map((endpoint) => endpointLine(endpoint, report)),
      ...besideFigures(report),
    ],
  };
}

/** The source of a broken rule, and how it was broken; if no answer shows that, what the finding says besides its headline. */
function brokenTexts(finding: Finding, report: Report, headline: string): string[] {
  const { quoted, source } = basisOf(finding, report);
  const [cause] = finding.causes;
  const resent = cause?.evidence[0]?.resent;
  const again = resent ? `; sent again, it ${resentText(resent)}` : '';
  return [
    `${finding.check} (${source})${quoted === '' ? '' : `: “${quoted}”`}`,
    cause
      ? `${cause.cause}, ${countText(cause.count)} ×: expected ${cause.expected}, got ${cause.actual}${again}`
      : ownText(finding, headline),
  ].filter((text) => text !== '');
}

function reasonLine({ verdict, headline, advice }: Reason): ShortLine {
  return { state: verdict, text: advice === '' ? headline : `${headline} → ${advice}` };
}

/**
 * The service that the endpoints were compared with. For a changing load, whose figures are times and rates alone, also how calls failed.
 */
function besideFigures({ comparison, endpoints, errors }: Report): ShortLine[] {
  const lost = endpoints.some(({ capacity }) => capacity !== undefined) ? errors.slice(0, 5) : [];
  const words = lost.map(({ count, cause, endpoint }) => `${countText(count)} × ${cause} (${endpoint})`);
  return [
    ...(comparison ? [{ text: `compared with ${comparison.counterpart}, called in turns` }] : []),
    ...(words.length > 0 ? [{ text: `without success: ${words.join(', ')}` }] : []),
  ];
}

/**
 * The share of fast calls of an endpoint, with two percentiles or the result of a comparison, or what a changing load showed. `state`: the
 * worse verdict.
 */
function endpointLine(result: EndpointResult, { comparison }: Report): ShortLine {
  const { endpoint: place, name, latency, capacity, requests } = result;
  const compared = comparison?.endpoints.find((one) => one.name === name);
  const verdicts = [latency.verdict, compared?.verdict];
  const state = (['fail', 'inconclusive'] as const).find((one) => verdicts.includes(one)) ?? latency.verdict;
  if (capacity !== undefined) return { state, place, text: capacityText(capacity, latency.limitMs) };
  const [median] = compared?.figures ?? [];
  const inTurns = median === undefined ? compared?.outcome : changeText(median);
  const known = [50, 99].flatMap((one) => {
    const ms = percentileText(result, one);
    return ms === '' ? [] : `p${one} ${ms}`;
  });
  const answered = sumOf(result.histogram, ({ count }) => count);
  // Calls that were not made or not answered have no time, and count as slow.
  const base = answered < requests ? ` (of ${countText(answered)} answered)` : '';
  const own = known.length > 0 ? `, ${known.join(', ')} ms${base}` : '';
  const times = inTurns === undefined ? own : `; ${inTurns}`;
  const text = `${shareText(result)} of ${countText(requests)} under ${msText(latency.limitMs)}${times}`;
  return { state, place, text };
}
