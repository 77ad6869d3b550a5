import { writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { eventfulHistory, history } from './history-fixture.ts';
import { renderTrend } from './html/page.ts';
import { trendOf } from './trend.ts';

it('x', () => {
  const t = performance.now();
  const model = trendOf(eventfulHistory(), [{ folder: 'old', reason: 'It is not JSON.' }]);
  const t2 = performance.now();
  const page = renderTrend(model);
  console.log(
    model.changes.map((c) => [c.name, c.figure, c.run, c.shift.value, c.probability]),
    model.detection,
    t2 - t,
    performance.now() - t2,
    page.length,
  );
  writeFileSync('/tmp/trend.html', page);
  writeFileSync('/tmp/trend8.html', renderTrend(trendOf(history({ runs: 8 }))));
});
