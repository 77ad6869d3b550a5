import { counted, ms, share } from '../../format.ts';
import { badge, scrolling, section, table } from '../../html/elements.ts';
import { type Markup, markup, nothing, type Part } from '../../markup.ts';
import type { Change, Detection, TrendModel, TrendRun } from '../model.ts';
import { shiftConfidence } from '../shift.ts';
import { runLink, startOf } from './links.ts';
import { shiftRange, shiftValue } from './words.ts';

/** Where a figure changed by more than noise, by how much, and what else was different from then on. */
export function changesSection({ changes, runs, detection }: TrendModel): Markup {
  const places = [...new Set(changes.map(({ run }) => run))];
  const content =
    places.length === 0
      ? markup`<p>${nothingFound(detection)}</p>`
      : places.map((run) =>
          place(
            changes.filter((change) => change.run === run),
            runs[run],
          ),
        );
  return section('changes', 'Changes', content);
}

export function nothingFound({ runs, canTell, runsNeeded, series }: Detection): string {
  if (runs < 2) return 'A single run shows no change.';
  if (series === 0) return 'No figure varies at all.';
  if (canTell) return 'No figure changed by more than noise.';
  return `${runs} runs are too few to tell a change from noise: it takes at least ${runsNeeded}.`;
}

function place(changes: readonly Change[], run: TrendRun | undefined): Markup {
  const [first] = changes;
  if (first === undefined || run === undefined) return nothing;
  return markup`<div class="place"><h3>${direction(changes)} since ${runLink(run)}</h3>
    ${scrolling(`Changes since ${startOf(run)}`, table('', columns, changes.map(row)))}
    <p class="quiet">${counted(first.runsBefore, 'run')} before, ${first.runsAfter} after. ${circumstances(first)}</p></div>
    `;
}

function direction(changes: readonly Change[]): Markup {
  const worse = changes.filter(({ isWorse }) => isWorse).length;
  if (worse === changes.length) return badge('bad', 'Worse');
  return worse === 0 ? badge('good', 'Better') : badge('unclear', 'Mixed');
}

const columns = [
  { title: 'Figure' },
  { title: `Change, and its ${shiftConfidence * 100} % interval`, isNumber: true },
  { title: 'Before', isNumber: true },
  { title: 'After', isNumber: true },
  { title: 'p', isNumber: true },
];

function row(change: Change): readonly Part[] {
  const { name, endpoint, figure, before, after, probability } = change;
  const level = (value: number) => (figure === 'share' ? share(value) : ms(value));
  return [
    markup`<strong>${figure === 'share' ? 'share under the limit' : figure}</strong> <a class="target" href="#${name}"><code>${endpoint}</code></a>`,
    markup`<strong>${shiftValue(change)}</strong><span class="quiet">${shiftRange(change)}</span>`,
    level(before),
    level(after),
    String(Number(probability.toPrecision(2))),
  ];
}

function circumstances({ circumstances: different }: Change): string {
  if (different.length === 0) return 'The reports tell of nothing else that was different in that run.';
  return `Also different in that run: ${different.join(' ')}`;
}
