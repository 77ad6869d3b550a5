import { certificateChart } from '../charts/certificate.ts';
import { chosenShare, count, ms, share } from '../format.ts';
import { type Markup, markup, nothing } from '../markup.ts';
import type { EndpointResult, LatencyResult } from '../report.ts';
import { definitions, numbersTable, table, verdictBadge } from './elements.ts';
import { figure } from './figures.ts';

/** What the samples prove of the share under the limit, and the verdict under every usual reading. */
export function certificate(endpoint: EndpointResult, latency: LatencyResult): Markup {
  return markup`<div>${certificateFigure(endpoint, latency)}${grounds(latency)}</div>
    ${readingsTable(latency)}`;
}

/** "at least 99.1 % of calls under 20 ms is proved; more than 99.9 % is refuted." */
export function certificateSentence({ certifiedShare, refutedShare, limitMs }: LatencyResult): string {
  const certified =
    certifiedShare === null
      ? 'nothing is proved'
      : `at least ${share(certifiedShare, 'lower')} of calls under ${limitMs} ms is proved`;
  const refuted =
    refutedShare === null ? 'nothing is refuted' : `more than ${share(refutedShare, 'upper')} is refuted`;
  return `${certified}; ${refuted}.`;
}

function certificateFigure(endpoint: EndpointResult, latency: LatencyResult): Markup {
  const { share_under_limit: seen, share_under_limit_interval: interval } = endpoint;
  if (seen === null) return nothing;
  const sentence = certificateSentence(latency);
  const { certifiedShare, refutedShare, limitMs } = latency;
  return figure(
    'What is proved.',
    interval === null ? '' : `The line is the interval at ${chosenShare(interval.confidence)} confidence.`,
    certificateChart({ latency, share: seen, interval }),
    numbersTable(
      sentence,
      ['Share', `Under ${limitMs} ms`],
      [
        ['Seen', share(seen)],
        ['Proved, at least', certifiedShare === null ? 'nothing' : share(certifiedShare, 'lower')],
        ['Refuted, more than', refutedShare === null ? 'nothing' : share(refutedShare, 'upper')],
      ],
    ),
  );
}

/** For those who read the document's figure in another way. */
function readingsTable(latency: LatencyResult): Markup {
  const rows = latency.readings.map(({ reading, verdict }) => [
    reading === latency.reading ? markup`<strong>${reading}</strong> (decides)` : reading,
    verdictBadge(verdict),
  ]);
  return table(
    'The verdict under every usual reading of the figure',
    [{ title: 'Reading' }, { title: 'Verdict' }],
    rows,
  );
}

function grounds(latency: LatencyResult): Markup {
  return definitions([
    [
      'Worth',
      `${count(latency.effectiveSamples)} independent calls (design effect ${latency.designEffect.toFixed(1)})`,
    ],
    ['Stalls seen', `up to ${ms(latency.stallResolutionMs)}`],
    ['Guard band', `${ms(latency.guardBandMs)}: ${latency.guardBandSource}`],
  ]);
}
