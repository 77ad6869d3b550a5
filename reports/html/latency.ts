import { count, ms, share } from '../format.ts';
import { type Markup, markup, nothing, prose } from '../markup.ts';
import type { Condition, LatencyResult } from '../report.ts';
import { badge, definitions, type Tone, table, verdictBadge } from './elements.ts';

/** What the latency verdict says, the reading behind it, and what weakens it. */
export function latencyNotes(latency: LatencyResult): Markup {
  const chosen =
    latency.readingOrigin === 'declared' ? 'declared in the contract' : "the harness's own choice";
  return markup`<p>${prose(latency.explanation)} Read as <strong>${latency.reading}</strong>, ${chosen}.</p>
    <p><strong>Certificate:</strong> ${certificateSentence(latency)}</p>
    ${latency.conditions.length === 0 ? nothing : markup`<ul class="causes">${latency.conditions.map(conditionItem)}</ul>`}
    `;
}

const effects: Readonly<Record<Condition['effect'], readonly [Tone, string]>> = {
  'no-pass': ['unclear', 'No pass'],
  void: ['unclear', 'Void'],
  warning: ['plain', 'Warning'],
};

function conditionItem({ effect, reason, remedy }: Condition): Markup {
  const [tone, word] = effects[effect];
  return markup`<li>${badge(tone, word)}<div><p>${prose(reason)}</p>
    ${remedy === '' ? nothing : markup`<p class="quiet">${prose(remedy)}</p>`}</div></li>
    `;
}

/** "at least 99.1 % of calls under 20 ms is proved; more than 99.9 % is refuted." */
function certificateSentence({ certifiedShare, refutedShare, limitMs }: LatencyResult): string {
  const certified =
    certifiedShare === null
      ? 'nothing is proved'
      : `at least ${share(certifiedShare, 'lower')} of calls under ${limitMs} ms is proved`;
  const refuted =
    refutedShare === null ? 'nothing is refuted' : `more than ${share(refutedShare, 'upper')} is refuted`;
  return `${certified}; ${refuted}.`;
}

/** The verdict under every usual reading of the figure, for those who read it in another way, and what it rests on. */
export function latencyReadings(latency: LatencyResult): Markup {
  const rows = latency.readings.map(({ reading, verdict }) => [
    reading === latency.reading ? markup`<strong>${reading}</strong> (decides)` : reading,
    verdictBadge(verdict),
  ]);
  const titles = ['Reading', 'Verdict'].map((title) => ({ title }));
  return markup`<div>${table('The verdict under every usual reading of the figure', titles, rows)}${definitions(
    [
      [
        'Worth',
        `${count(latency.effectiveSamples)} independent calls (design effect ${latency.designEffect.toFixed(1)})`,
      ],
      ['Stalls seen', `up to ${ms(latency.stallResolutionMs)}`],
      ['Guard band', `${ms(latency.guardBandMs)}: ${latency.guardBandSource}`],
    ],
  )}</div>`;
}
