import type { Origin } from '../../checks/check.ts';
import { count, counted, duration, perSecond } from '../format.ts';
import { type Markup, markup, nothing } from '../markup.ts';
import { findingsIn, stateOf } from '../outcome.ts';
import type { Report } from '../report.ts';
import { badge, section } from './elements.ts';

/** What was judged, and on how much evidence. */
export function evidenceCounts(report: Report): Markup {
  return section(
    'evidence',
    'What was judged',
    markup`<ul class="tiles">
    ${(['stated', 'derived', 'declared'] as const).map((origin) => originTile(report, origin))}
    ${tile('Observed', count(report.observations.length), 'recorded, never decide', nothing)}
    ${inconclusiveTile(report)}
    </ul>
    <p class="quiet">${calls(report)} ${statements(report)}</p>
    `,
  );
}

const originWords = {
  stated: 'the document says so',
  derived: 'one inference from the document',
  declared: 'the contract says so',
} as const satisfies Partial<Record<Origin, string>>;

function originTile({ findings }: Report, origin: keyof typeof originWords): Markup {
  const states = findings.filter((finding) => finding.origin === origin).map(stateOf);
  const of = (...wanted: readonly string[]) => states.filter((state) => wanted.includes(state)).length;
  const judged = of('passed', 'failed', 'inconclusive', 'waived');
  const title = `${origin.charAt(0).toUpperCase()}${origin.slice(1)}`;
  const figure = judged === 0 ? 'none' : `${of('passed')} of ${judged}`;
  const marks = [
    of('failed') > 0 ? badge('bad', `${of('failed')} failed`) : nothing,
    of('inconclusive') > 0 ? badge('unclear', `${of('inconclusive')} inconclusive`) : nothing,
    of('waived') > 0 ? badge('plain', `${of('waived')} waived`) : nothing,
    judged > 0 && of('passed') === judged ? badge('good', 'all hold') : nothing,
  ];
  return tile(title, figure, originWords[origin], markup`${marks}`);
}

function inconclusiveTile(report: Report): Markup {
  const open = findingsIn(report, 'inconclusive').length;
  const mark = open > 0 ? badge('unclear', 'evidence is missing') : nothing;
  return tile('Inconclusive', count(open), 'not decided', mark);
}

function tile(title: string, figure: string, meaning: string, marks: Markup): Markup {
  return markup`<li><p class="tile-title">${title}</p><p class="figure">${figure}</p>
    <p class="quiet">${meaning}</p>${marks}</li>
    `;
}

function calls({ endpoints, load, run }: Report): string {
  if (load === null) return `No load was put on the service; the run took ${duration(run.durationMs)}.`;
  const requests = endpoints.reduce((sum, endpoint) => sum + endpoint.requests, 0);
  return `${counted(requests, 'call')} measured in ${duration(load.measuredMs)} at ${perSecond(load.achievedRate)}, after a warm-up of ${duration(load.warmUpMs)}.`;
}

function statements({ clauses }: Report): string {
  const kept = clauses.filter(({ state }) => state === 'kept').length;
  const broken = clauses.filter(({ state }) => state === 'broken').length;
  return `The document makes ${counted(clauses.length, 'statement')}: ${kept} kept, ${broken} broken, ${clauses.length - kept - broken} open, silent or not judged.`;
}
