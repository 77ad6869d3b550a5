import { cut } from '../../escape.ts';
import { counted } from '../../format.ts';
import { outcomeSigns } from '../../html/elements.ts';
import { type Markup, markup } from '../../markup.ts';
import { type Outcome, outcomeWords } from '../../outcome.ts';
import type { TrendModel } from '../model.ts';
import { nothingFound } from './changes.ts';
import { startOf } from './links.ts';
import { shiftValue } from './words.ts';

const longestText = 200;

/** The first thing read: how the newest run ended, and what changed. */
export function banner(model: TrendModel): Markup {
  const { title, runs } = model;
  const outcome: Outcome = runs.at(-1)?.outcome ?? 'none';
  const span = [runs[0], runs.at(-1)].flatMap((run) => (run === undefined ? [] : startOf(run))).join(' to ');
  return markup`<header class="banner ${outcome}">
    <div class="inner">
    <p class="eyebrow">Encryption and Backup Service Interface · trend of ${cut(title.scenario, longestText)}, ${cut(title.profile, longestText)} profile</p>
    <h1><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${outcomeSigns[outcome]}"/></svg><span>Newest run: ${outcomeWords[outcome].toLowerCase()}</span></h1>
    <p class="reason">${changesInWords(model)}</p>
    <p class="facts"><span>${cut(title.target, longestText)}</span> <span>${counted(runs.length, 'run')}</span> <span>${span}</span></p>
    </div>
    </header>
    `;
}

const directions = {
  share: { worse: 'fewer calls are under the limit', better: 'more calls are under the limit' },
  time: { worse: '# is slower', better: '# is faster' },
} as const;

/** One sentence: the newest change for the worse, else the newest, else that there is none. */
export function changesInWords({ changes, runs, detection }: TrendModel): string {
  const change = changes.find(({ isWorse }) => isWorse) ?? changes[0];
  if (change === undefined) return nothingFound(detection);
  const { endpoint, figure } = change;
  const run = runs[change.run];
  const since = run === undefined ? '' : ` since ${startOf(run)}`;
  const others = changes.length > 1 ? ` And ${counted(changes.length - 1, 'more change')}.` : '';
  return `${endpoint}: ${directions[figure === 'share' ? 'share' : 'time'][change.isWorse ? 'worse' : 'better'].replace('#', figure)}${since}: ${shiftValue(change)}.${others}`;
}
