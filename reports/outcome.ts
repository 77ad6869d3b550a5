import { counted, countText, duration, milliseconds, percentText, perSecond } from '../checks/wording.ts';
import type { Capacity, EndpointResult, Evidence, Finding, Report, Verdict } from './report.ts';

/** The verdict of a report, or `none` if the run did not end by itself. */
export function outcomeOf(report: Pick<Report, 'run' | 'verdict'>): Verdict | 'none' {
  return report.run.completeness === 'complete' ? report.verdict : 'none';
}

/** How a state is shown: each tone has a sign and a colour. */
export interface Label {
  readonly tone: 'good' | 'bad' | 'unclear' | 'plain';
  readonly word: string;
}

/** What a tone looks like outside the page, which has a style of its own. */
export const tones = {
  good: { sign: '✓', emoji: '✅', colourCode: '1;32', fill: '#1d7a46' },
  bad: { sign: '✗', emoji: '❌', colourCode: '1;31', fill: '#b3261e' },
  unclear: { sign: '?', emoji: '❔', colourCode: '1;33', fill: '#855700' },
  plain: { sign: '–', emoji: '⛔', colourCode: '2', fill: '#57606a' },
} as const satisfies Record<Label['tone'], unknown>;

/** Verdicts, and the other states of a finding, in the order of importance to readers. `counted`: as in "3 failed". */
export const labels = {
  fail: { tone: 'bad', word: 'Fail', counted: 'failed' },
  inconclusive: { tone: 'unclear', word: 'Inconclusive', counted: 'inconclusive' },
  waived: { tone: 'plain', word: 'Waived', counted: 'waived' },
  pass: { tone: 'good', word: 'Pass', counted: 'passed' },
  observed: { tone: 'plain', word: 'Observed', counted: 'observed' },
  'not-applicable': { tone: 'plain', word: 'Not judged', counted: 'not judged' },
  none: { tone: 'plain', word: 'No verdict', counted: '' },
} as const satisfies Record<string, Label & { readonly counted: string }>;

export type State = keyof typeof labels;

/** The verdict of a finding, unless the operator waived or only observes it. */
export function stateOf({ verdict, origin, waiver }: Finding): State {
  if (verdict !== 'not-applicable' && origin === 'observed') return 'observed';
  return verdict === 'fail' && waiver !== null ? 'waived' : verdict;
}

/** Empty: the finding is not waived. */
export function waiverText({ waiver }: Finding): string {
  return waiver === null ? '' : `Waived until ${waiver.expires}: ${waiver.reason}`;
}

/** Whether a check failed whose failures the contract only observes. */
export function isObservedFailure(finding: Finding): boolean {
  return stateOf(finding) === 'observed' && finding.verdict === 'fail';
}

export function countOfState({ findings }: Report, state: State): number {
  return findings.filter((finding) => stateOf(finding) === state).length;
}

/** "1 failed, 16 passed", in the order of importance. */
export function countsText(report: Report): string {
  const states = Object.keys(labels) as State[];
  const counts = states.map((state) => [countOfState(report, state), labels[state].counted] as const);
  return counts.flatMap(([count, word]) => (count > 0 ? `${count} ${word}` : [])).join(', ');
}

/** The share of calls that must be under the limit for the percentile by which an endpoint is judged. */
export function requiredShare({ reading }: Pick<EndpointResult['latency'], 'reading'>): number {
  const percentile = Number(reading.replace('p', ''));
  return reading === 'median' ? 0.5 : Number.isNaN(percentile) ? 1 : percentile / 100;
}

/** Milliseconds; null: there were too few calls for the percentile. */
export function percentileMs({ percentiles }: Pick<EndpointResult, 'percentiles'>, wanted: number) {
  return percentiles.find(({ percentile }) => percentile === wanted)?.ms ?? null;
}

/** Whether figures are of several loads or generators, whose percentiles cannot be added up. */
export function isAddedUp({ endpoints }: Pick<Report, 'endpoints'>): boolean {
  return endpoints.some(({ percentiles }) => percentiles.some(({ isRough = false }) => isRough));
}

/** Milliseconds in words: "≈ 170" for a percentile that several loads share; empty: there were too few calls for it. */
export function percentileText({ percentiles, latency }: EndpointResult, wanted: number): string {
  const { ms, isRough = false } = percentiles.find(({ percentile }) => percentile === wanted) ?? {};
  if (ms === undefined) return '';
  return isRough ? `≈ ${Number(ms.toPrecision(2))}` : milliseconds(ms, latency.limitMs);
}

export function shareText({ share_under_limit: share }: EndpointResult): string {
  return share === null ? '–' : percentText(share);
}

/** What a changing load showed of an endpoint: "20 ms kept up to 850/s, broken from 1 275/s". */
export function capacityText({ keptAt, brokenAt, levels }: Capacity, limitMs: number): string {
  const climbing = levels.filter(({ afterPeak }) => !afterPeak);
  const highest = Math.max(0, ...climbing.map(({ rate }) => rate));
  const kept = keptAt === null ? 'not proven to be kept at any rate' : `kept up to ${perSecond(keptAt)}`;
  const broken = brokenAt === null ? 'not proven to be broken' : `broken from ${perSecond(brokenAt)}`;
  const shown = `${limitMs} ms ${kept}, ${keptAt === highest ? 'the highest rate tested' : broken}`;
  const limited = climbing.filter(({ generatorLimited }) => generatorLimited).map(({ rate }) => rate);
  if (limited.length === 0) return shown;
  return `${shown} (from ${perSecond(Math.min(...limited))} on, the load generator reached its own limit, which says nothing about the service)`;
}

export const advisoryWords =
  'ADVISORY RUN: this verdict blocks nothing. The exit status is 0 even for fail and inconclusive.';

const unjudged = 'Not judged, as the document does not show the answer';

/** Sentences below the verdict: what no check judges and a reader should know, that the run waited for the service, and its proxy. */
export function runNotes({
  run: { waited, transport },
  observations,
  tokenProbes,
}: Pick<Report, 'run' | 'observations' | 'tokenProbes'>): string[] {
  const repeats = observations.flatMap(({ id, values }) => (id === 'plaintext-in-answer' ? values : []));
  const countOf = (wanted: string) => repeats.find(({ value }) => value === wanted)?.count ?? 0;
  const [repeating, others] = [countOf('yes'), countOf('no')];
  const notes = [
    repeating > 0 &&
      others > 0 &&
      `${unjudged}: ${countText(repeating)} of ${countText(repeating + others)} answers of encrypt repeat the data that was sent.`,
    tokenProbes?.otherCaseUntried === true &&
      'Not tried: the token with letters in the other case, because a token like this may be readable in either case. Use one that mixes cases to test this.',
    waited !== undefined &&
      `The run began again ${duration(waited.ms)} after its first call, because at first: ${waited.reason}`,
    transport?.proxy !== undefined &&
      `Through the proxy ${transport.proxy}: its time is part of every response time.`,
  ];
  return notes.filter((note) => note !== false);
}

/** What a finding rests on: the document's sentence, or a declaration of the operator where the document is silent. */
export function basisOf({ origin, check, sentence, section }: Finding, { contract }: Report) {
  if (origin !== 'declared') return { quoted: sentence, source: `§${section}, ${origin}` };
  const where = check.startsWith('compare-') ? 'with --compare' : `in ${contract.file ?? 'the contract'}`;
  return { quoted: '', source: `§${section}, declared ${where}` };
}

/** How often the same request broke the rule again. */
export function resentText({ times, again }: NonNullable<Evidence['resent']>): string {
  return again > 0
    ? `broke the rule again ${again} of ${counted(times, 'time')}`
    : `did not break the rule again in ${counted(times, 'time')}: this comes and goes, or depends on the connection`;
}
