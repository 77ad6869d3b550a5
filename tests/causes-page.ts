import { answerCauses } from '../checks/causes/answer-causes.ts';
import { callCauses } from '../checks/causes/call-causes.ts';
import { comparisonCauses } from '../checks/causes/comparison-causes.ts';
import { latencyCauses, latencyVoids, latencyWarnings } from '../checks/causes/latency-causes.ts';
import { endCauses, runCauses } from '../checks/causes/run-causes.ts';

const families: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Calls do not succeed, or too few do': callCauses,
  'An answer is ambiguous': answerCauses,
  'The response time stays open': latencyCauses,
  'The response time cannot be judged': latencyVoids,
  'Warnings about the response time, which prevent no pass': latencyWarnings,
  'The comparison stays open': comparisonCauses,
  'The whole run stays open': runCauses,
  'There is no verdict (status 4)': endCauses,
};

/** The part of docs/how-to/inconclusive.md that the table of causes makes; each id is an anchor. */
export function causesBlock(): string {
  return Object.entries(families)
    .flatMap(([title, family]) => [`### ${title}`, '', ...Object.entries(family).map(entry), ''])
    .join('\n');
}

function entry([id, text]: readonly [string, string]): string {
  const [words = '', remedy = ''] = text
    .replace(/\{#\w+\}/g, '')
    .replace(/\{\w+\}/g, '…')
    .replaceAll('<', '&lt;')
    .split(/ ?→ /);
  const said = words.replaceAll('…', '') === '' ? '' : ` *${words}*`;
  return `- <a id="${id}"></a>\`${id}\`:${said} ${remedy}`;
}
