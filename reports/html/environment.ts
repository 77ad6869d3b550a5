import {
  counted,
  countText,
  duration,
  msText,
  percentText,
  perSecond,
  roughPercentText,
} from '../../checks/wording.ts';
import { type Markup, markup, prose } from '../markup.ts';
import type { EndpointResult, Generator, Report, TokenProbes } from '../report.ts';
import { definitionList, folded, type Rows } from './elements.ts';

/** The circumstances of the run. */
export function environment(report: Report): Markup {
  const { run, tokenProbes, load, generator, contract } = report;
  const { headers, unverified, clientCertificate } = run.transport ?? {};
  const network = report.endpoints[0]?.network;
  const blocks: Readonly<Record<string, Rows>> = {
    Run: [
      ['Headers added', headers?.join(', ')],
      ['Certificate', unverified && 'not verified'],
      ['Client certificate', clientCertificate && 'offered'],
      ['Seed', run.seed],
      ['Tokens tried', tokenProbes && tokenProbesText(tokenProbes)],
    ],
    Load:
      load === null
        ? [['Model', 'no load']]
        : [
            ['Model', 'open: calls start at a fixed rate'],
            [
              'Time until response times settled',
              load.settling &&
                `${load.settling.settled ? '' : 'not in '}${duration(load.settling.durationMs)}`,
            ],
            ['Offered', perSecond(load.offeredRate)],
            ['Virtual users', countText(load.virtualUsers)],
            ['Planned evidence', prose(load.promise)],
            ['Network', network && networkText(network)],
          ],
    'Load generator': [
      ['k6', generator.k6Version],
      ['System', generator.os],
      ['Cores', known(generator.cores, countText)],
      ['Machine busy', known(generator.boxBusyShare, roughly)],
      ['Generator busy', known(generator.generatorBusyShare, roughly)],
      ['Stolen by the host', known(generator.stolenShare, roughly)],
      ['Throttled periods', known(generator.throttledPeriods, countText)],
      ['Clock drift', known(generator.clockDriftMs, msText)],
      ['Lateness, p99', known(generator.latenessP99Ms, msText)],
      ['Sending, p99', known(generator.sendingP99Ms, msText)],
      ['Measurement error during the load', known(generator.controlError, errorText)],
    ],
    Contract: [
      ['File', contract.file ?? 'none'],
      ...contract.declarations.map((declared) => ['Declared', prose(declared)] as const),
      ...contract.settings.map(({ name, value, origin }) => [name, `${value} (${origin})`] as const),
    ],
  };
  return folded(
    { id: 'environment', title: 'Environment' },
    markup`<div class="columns">${Object.entries(blocks).map(
      ([title, rows]) => markup`
    <div><h3>${title}</h3>${definitionList(rows)}</div>
    `,
    )}</div>
    `,
  );
}

const otherCaseWords =
  'letters in the other case were not tried, because a token like this may be readable in either case. Use a token that mixes cases to test this';

/** What was tried with tokens that are not the access token. */
export function tokenProbesText({
  ways,
  changedCharacters,
  characters,
  otherCaseUntried,
}: TokenProbes): string {
  const share = percentText(changedCharacters / characters);
  return [
    counted(ways, 'way'),
    `${countText(changedCharacters)} of the token's ${countText(characters)} characters changed (${share})`,
    ...(changedCharacters < characters ? ['others in other runs'] : []),
    ...(otherCaseUntried === true ? [otherCaseWords] : []),
  ].join('; ');
}

/** The round trip, which is the same for all endpoints. */
function networkText(network: NonNullable<EndpointResult['network']>): string {
  const { handshakes, medianMs, p99Ms, takenOffMs } = network;
  const source =
    handshakes > 0 ? `${countText(handshakes)} TCP handshakes under load` : 'handshakes before it';
  const off = takenOffMs > 0 ? `; ${msText(takenOffMs)} of it is taken off each call` : '';
  return `a round trip took ${msText(medianMs)} at the median and ${msText(p99Ms)} at p99 (${source})${off}`;
}

function roughly(share: number): string {
  return roughPercentText(share, 3);
}

/** k6's error on the control endpoint, which reports its true time. */
function errorText(error: NonNullable<Generator['controlError']>): string {
  const { p50Ms, p95Ms, p99Ms, maxMs, samples } = error;
  return `p50 ${msText(p50Ms)}, p95 ${msText(p95Ms)}, p99 ${msText(p99Ms)}, max ${msText(maxMs)} in ${countText(samples)} calls`;
}

function known<T>(value: T | null | undefined, words: (value: T) => string): string {
  return value === null || value === undefined ? 'not measured' : words(value);
}
