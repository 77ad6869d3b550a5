import { sumOf } from '../../checks/statistics/samples.ts';
import { counted, countText } from '../../checks/wording.ts';
import { type Markup, markup, nothing } from '../markup.ts';
import type { Report } from '../report.ts';
import { command, folded, table } from './elements.ts';

/** Valid calls that did not succeed, by cause, the most frequent first. */
export function errors({ errors: groups, verdict }: Report): Markup {
  if (groups.length === 0) return nothing;
  const rows = groups.map(({ cause, endpoint, count, example, curl }) => [
    markup`<span class="long">${cause}</span>`,
    markup`<code>${endpoint}</code>`,
    [example === '' ? nothing : markup`<code class="long">${example}</code>`, command(curl)],
    countText(count),
  ]);
  const titles = ['Cause', 'Endpoint', 'Example', 'Calls'];
  const calls = sumOf(groups, ({ count }) => count);
  const remark = `${counted(calls, 'call')} without success`;
  return folded(
    { id: 'errors', title: 'Errors', remark, isOpen: verdict !== 'pass' },
    table({ name: 'Errors by cause', titles, figuresFrom: 3, rows }),
  );
}
