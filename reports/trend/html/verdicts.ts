import { cut } from '../../escape.ts';
import { count } from '../../format.ts';
import { scrolling, section, type Tone } from '../../html/elements.ts';
import { type Markup, markup, nothing } from '../../markup.ts';
import { type Outcome, outcomeWords } from '../../outcome.ts';
import type { TrendModel, TrendRun } from '../model.ts';
import { reportLink, runLink, startOf } from './links.ts';

const tones: Readonly<Record<Outcome, Tone>> = {
  pass: 'good',
  fail: 'bad',
  inconclusive: 'unclear',
  none: 'plain',
};
const longestReason = 200;

/** One sign for each run, the oldest first; each leads to its report. */
export function verdicts({ runs, older }: TrendModel): Markup {
  if (runs.length === 0) return section('verdicts', 'Verdicts', markup`<p>There is no run.</p>`);
  return section(
    'verdicts',
    'Verdicts',
    markup`<ol class="strip">${runs.map(sign)}</ol>
    <p>${counts(runs)}</p>
    ${older === 0 ? nothing : markup`<p class="quiet">${count(older)} older runs are left out.</p>`}
    <details class="numbers"><summary>Runs</summary>${scrolling('All runs', table(runs))}</details>
    `,
  );
}

function sign(run: TrendRun): Markup {
  return markup`<li><a class="badge ${tones[run.outcome]}" href="${reportLink(run)}"><span class="unseen">${startOf(run)}: ${outcomeWords[run.outcome]}</span></a></li>
    `;
}

function counts(runs: readonly TrendRun[]): string {
  const outcomes = Object.keys(tones) as Outcome[];
  const words = outcomes.flatMap((outcome) => {
    const found = runs.filter((run) => run.outcome === outcome).length;
    return found === 0 ? [] : `${found} ${outcomeWords[outcome].toLowerCase()}`;
  });
  return `Oldest first: ${words.join(', ')}.`;
}

function table(runs: readonly TrendRun[]): Markup {
  return markup`<table class="runs reasons"><caption>Runs, the newest first</caption>
    <thead><tr><th scope="col">Started<th scope="col">Verdict<th scope="col">Reason
    <tbody>${runs.toReversed().map(
      (
        run,
      ) => markup`<tr><th>${runLink(run)}<td>${outcomeWords[run.outcome]}<td>${cut(run.reason, longestReason)}
    `,
    )}</table>
    `;
}
