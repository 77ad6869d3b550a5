import { count } from '../format.ts';
import { type Markup, markup } from '../markup.ts';
import type { Report } from '../report.ts';
import { scrolling, section, table } from './elements.ts';

/** Calls that failed or were turned away, by cause, the most frequent first. */
export function errors(report: Report): Markup {
  if (report.errors.length === 0) return section('errors', 'Errors', markup`<p>No call failed.</p>`);
  const rows = report.errors.map(({ cause, endpoint, count: times, example }) => [
    cause,
    endpoint === '' ? 'all' : markup`<code>${endpoint}</code>`,
    count(times),
    example === '' ? '' : markup`<code>${example}</code>`,
  ]);
  return section(
    'errors',
    'Errors',
    scrolling(
      'Errors by cause',
      table(
        'Calls without success, by cause',
        [{ title: 'Cause' }, { title: 'Endpoint' }, { title: 'Calls', isNumber: true }, { title: 'Example' }],
        rows,
      ),
    ),
  );
}
