import { sumOf } from '../../checks/statistics/samples.ts';
import { changeText, countText, msText } from '../../checks/wording.ts';
import {
  basisOf,
  capacityText,
  labels,
  outcomeOf,
  percentileText,
  resentText,
  runNotes,
  shareText,
} from '../outcome.ts';
import { ownText, reasonsOf } from '../reasons.ts';
import type { EndpointResult, Finding, Report } from '../report.ts';

/** What the terminal and the summary say of a report. */
export function shortReport(report: Report) {
  const outcome = outcomeOf(report);
  const [first, ...others] = reasonsOf(report);
  const finding = outcome === 'fail' ? first?.findings[0] : undefined;
  return {
    report,
    outcome,
    ...labels[outcome],
    first,
    others,
    broken: finding && brokenRule(finding, report, first?.headline ?? ''),
    notes: runNotes(report).slice(-2),
    endpoints: report.endpoints.map((endpoint) => endpointWords(endpoint, report)),
  };
}

/**
 * What a broken rule rests on, how it was broken, and a command that shows it again. `more`: what the finding says besides its
 * headline, where no answer shows the cause.
 */
function brokenRule(finding: Finding, report: Report, headline: string) {
  const [cause] = finding.causes;
  const resent = cause?.evidence[0]?.resent;
  const curls = finding.causes.flatMap(({ evidence }) => evidence.map(({ curl }) => curl));
  return {
    ...basisOf(finding, report),
    check: finding.check,
    cause,
    more: cause ? '' : ownText(finding, headline),
    again: resent ? `; sent again, it ${resentText(resent)}` : '',
    curl: curls.find((curl) => curl !== '' && !curl.includes('\n')) ?? '',
  };
}

/** Its share of fast calls and two percentiles, or what a changing load showed instead, or a comparison besides. `verdict`: the worse one. */
function endpointWords(result: EndpointResult, { comparison }: Report) {
  const { endpoint, name, latency, capacity, requests } = result;
  const compared = comparison?.endpoints.find((one) => one.name === name);
  const verdicts = [latency.verdict, compared?.verdict];
  const verdict =
    (['fail', 'inconclusive'] as const).find((one) => verdicts.includes(one)) ?? latency.verdict;
  if (capacity !== undefined) return { endpoint, verdict, words: capacityText(capacity, latency.limitMs) };
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
  const words = `${shareText(result)} of ${countText(requests)} under ${msText(latency.limitMs)}${times}`;
  return { endpoint, verdict, words };
}
