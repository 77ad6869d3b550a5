import { sumOf } from '../../checks/statistics/samples.ts';
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
import { isAddedUp } from '../outcome.ts';
import type { DimensionTried, Report, TokenProbes } from '../report.ts';
import { definitionList, folded, type Rows } from './elements.ts';

/** The circumstances of the run: all that the report has of them. */
export function environment(report: Report): Markup {
  const { run, tokenProbes, space, load, generator, contract, endpoints } = report;
  const network = endpoints[0]?.network;
  const blocks: Readonly<Record<string, Rows>> = {
    Run: [
      ...fieldRows(run.transport ?? {}),
      ['Seed', run.seed],
      ['Tokens tried', tokenProbes && tokenProbesText(tokenProbes)],
      ['Their kinds', tokenProbes?.kinds.join('; ')],
      ['Tried of encrypt before the load', space && spaceWords(space)],
    ],
    Load:
      load === null || run.completeness !== 'complete'
        ? [['Load', load === null ? 'none' : 'not to its end']]
        : fieldRows({ ...load, network }),
    [isAddedUp(report) ? 'Load generator, the worst of all loads' : 'Load generator']: fieldRows(generator),
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

/** The fields of the report, in words for readers who never saw them. */
const fieldWords: Readonly<Record<string, string>> = {
  proxy: 'Proxy',
  headers: 'Headers added to every request',
  unverified: 'Certificate of the service left unverified',
  clientCertificate: 'Client certificate used',
  settling: 'Calls before the load, to warm the service up',
  'settling.durationMs': 'Calls before the load, to warm the service up',
  'settling.settled': 'Response times had stopped falling by then',
  warmUpMs: 'Start of the load, which is not judged',
  measuredMs: 'Rest of the load, which is judged',
  offeredRate: 'Calls planned',
  achievedRate: 'Calls made',
  droppedIterations: 'Planned calls that were not made',
  virtualUsers: 'Callers at the same time',
  'network.handshakes': 'Connections timed to know the network',
  'network.medianMs': 'Time that the network takes, median',
  'network.p99Ms': 'Time that the network takes, p99',
  'network.takenOffMs': 'Network time subtracted from each call',
  k6Version: 'Version of k6, which made the calls',
  os: 'Operating system',
  cores: 'Processor cores',
  boxBusyShare: 'Processors busy with all programs together',
  generatorBusyShare: 'Processors busy with k6',
  stolenShare: 'Processor time that the host gave to other machines',
  throttledPeriods: 'Pauses because a processor quota was used up',
  loadAverage: 'Programs that wanted a processor, on average',
  clockDriftMs: 'Clock of this machine changed by, at least',
  latenessP99Ms: 'Calls made later than planned by, p99',
  sendingP99Ms: 'Time to send a request, p99',
  controlError: 'Calls of known length, to check k6 itself',
  'controlError.samples': 'Calls of known length, to check k6 itself',
  'controlError.p50Ms': 'k6 measured these too long by, median',
  'controlError.p95Ms': 'k6 measured these too long by, p95',
  'controlError.p99Ms': 'k6 measured these too long by, p99',
  'controlError.maxMs': 'k6 measured these too long by, at most',
  roundTripFloorMs: 'Shortest time to open a connection',
};

/** A row for each field. The name of a field ends with its unit. */
function fieldRows(data: object, outer = ''): Rows {
  return Object.entries(data).flatMap(([name, value]) => {
    const field = `${outer}${name}`;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return fieldRows(value, `${field}.`);
    const [unit = ''] = /(Ms|Share|Rate)?$/.exec(name) ?? [];
    return value === undefined ? [] : [[fieldWords[field] ?? field, prose(valueText(value, unit))] as const];
  });
}

const inUnit: Readonly<Record<string, (value: number) => string>> = {
  Ms: (value) => (value < 1000 ? msText(value) : duration(value)),
  Share: (value) => roughPercentText(value, 3),
  Rate: perSecond,
  '': (value) => (Number.isInteger(value) ? countText(value) : value.toFixed(1)),
};

function valueText(value: unknown, unit: string): string {
  if (value === null) return 'not measured';
  if (typeof value === 'number') return inUnit[unit]?.(value) ?? '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return [value].flat().join(', ');
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

/** Of the levels that were not tried, so many are named: where nothing was tried, the names would fill a page. */
const mostUntried = 6;

/** What was asked of encrypt before the load, in a line. Each pair belongs to two dimensions, so the sums hold it twice. */
export function spaceWords(space: readonly DimensionTried[]): string {
  const all = sumOf(space, ({ levels }) => levels.length);
  const untried = space.flatMap(({ name, levels }) =>
    levels.flatMap((level) =>
      level.requests === 0 ? `${name}: ${level.name.replace(`${name}: `, '')}` : [],
    ),
  );
  const tried = sumOf(space, ({ pairs }) => pairs.tried) / 2;
  const possible = sumOf(space, ({ pairs }) => pairs.possible) / 2;
  const counts = `${countText(all - untried.length)} of ${countText(all)} levels in ${countText(space.length)} dimensions, ${countText(tried)} of ${countText(possible)} pairs of them`;
  const more = untried.length - mostUntried;
  const named = untried.slice(0, mostUntried).join(', ');
  const rest = more > 0 ? ` and ${countText(more)} more` : '';
  return untried.length === 0 ? counts : `${counts}; not tried: ${named}${rest}`;
}
