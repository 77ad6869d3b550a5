import { escapeMarkup } from './escape.ts';
import { findingsIn, outcomeOf, outcomeWords, type RunOutcome } from './outcome.ts';
import type { Report } from './report.ts';

const colours: Readonly<Record<RunOutcome, string>> = {
  pass: '#1d7a46',
  fail: '#b3261e',
  inconclusive: '#855700',
  none: '#57606a',
};
const padding = 8;
const height = 20;

/** The verdict as a small picture for a README: "gate | pass". */
export function renderBadge(report: Report): string {
  const outcome = outcomeOf(report);
  const name = escapeMarkup(report.run.scenario.slice(0, 30));
  const waived = outcome === 'pass' ? findingsIn(report, 'waived').length : 0;
  const word = `${outcomeWords[outcome].toLowerCase()}${waived === 0 ? '' : `, ${waived} waived`}`;
  const left = textWidth(name) + 2 * padding;
  const right = textWidth(word) + 2 * padding;
  const title = `${name}: ${word}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${height}" role="img" aria-label="${title}">
<title>${title}</title>
<clipPath id="round"><rect width="${left + right}" height="${height}" rx="4"/></clipPath>
<g clip-path="url(#round)"><path fill="#30363d" d="M0 0h${left}v${height}h${-left}z"/><path fill="${colours[outcome]}" d="M${left} 0h${right}v${height}h${-right}z"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11"><text x="${padding}" y="14" textLength="${left - 2 * padding}">${name}</text><text x="${left + padding}" y="14" textLength="${right - 2 * padding}">${word}</text></g>
</svg>
`;
}

/** About what Verdana takes at 11 pixels; textLength makes it exact. */
function textWidth(text: string): number {
  const narrow = (text.match(/[ijlft.,:' -]/g) ?? []).length;
  const wide = (text.match(/[mwMW]/g) ?? []).length;
  return Math.round((text.length - narrow - wide) * 7 + narrow * 4.2 + wide * 10.5);
}
