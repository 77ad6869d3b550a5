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

/** The circumstances of the run, as far as somebody may change them or needs them to compare runs: report.json has all of them. */
export function environment(report: Report): Markup {
  const { run, tokenProbes, space, contract } = report;
  const blocks: Readonly<Record<string, Rows>> = {
    Run: [
      ['Headers added to every request', run.transport?.headers?.join(', ')],
      ['Client certificate used', run.transport?.clientCertificate && 'yes'],
      ['Seed', run.seed],
      ['Tokens tried', tokenProbes && tokenProbesText(tokenProbes)],
      ['Their kinds', tokenProbes?.kinds.join('; ')],
      ['Requests to encrypt tried before the load', space && spaceWords(space)],
    ],
    Load: loadRows(report),
    [isAddedUp(report) ? 'Load generator, the worst of all loads' : 'Load generator']: generatorRows(report),
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

function loadRows({ run, load }: Report): Rows {
  if (load === null || run.completeness !== 'complete')
    return [['Load', load === null ? 'none' : 'not to its end']];
  return [
    ['Calls before the load, to warm the service up', load.settling && duration(load.settling.durationMs)],
    ['Start of the load, which is not judged', duration(load.warmUpMs)],
    ['Rest of the load, which is judged', duration(load.measuredMs)],
    ['Calls planned', perSecond(load.offeredRate)],
    ['Calls made', perSecond(load.achievedRate)],
    ['Callers at the same time', countText(load.virtualUsers)],
  ];
}

function generatorRows({ generator }: Report): Rows {
  const { k6Version, os, cores, boxBusyShare, generatorBusyShare, stolenShare, latenessP99Ms } = generator;
  const share = (value: number | null) => measured(value, (known) => roughPercentText(known, 3));
  return [
    ['Version of k6, which made the calls', k6Version],
    ['Operating system', os],
    ['Processor cores', measured(cores, String)],
    ['Processors busy with all programs together', share(boxBusyShare)],
    ['Processors busy with k6', share(generatorBusyShare)],
    ['Processor time that the host gave to other machines', share(stolenShare)],
    ['How late calls were made, p99', measured(latenessP99Ms, msText)],
  ];
}

function measured(value: number | null, text: (known: number) => string): string {
  return value === null ? 'not measured' : text(value);
}

/** What was tried with tokens that are not the access token. */
export function tokenProbesText({ ways, changedCharacters, characters }: TokenProbes): string {
  const share = percentText(changedCharacters / characters);
  return [
    counted(ways, 'way'),
    `${countText(changedCharacters)} of the token's ${countText(characters)} characters changed (${share})`,
    ...(changedCharacters < characters ? ['others in other runs'] : []),
  ].join('; ');
}

/** This many of the untried levels are named: where nothing was tried, all names would fill a page. */
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
