import { type Markup, markup, nothing, prose } from '../markup.ts';
import type { Condition, LatencyResult } from '../report.ts';
import { certificateSentence } from './certificate.ts';
import { badge, type Tone } from './elements.ts';

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
