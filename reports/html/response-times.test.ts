import { expect, test } from 'vitest';
import { duration, perSecond } from '../../checks/wording.ts';
import { addLoads } from '../add-loads.ts';
import { loadWith } from '../add-loads-fixture.ts';
import { reports } from '../every-report-fixture.ts';
import { renderTerminal } from '../formats/terminal.ts';
import { buildReport } from '../judge/build-report.ts';
import { renderHtml } from './html.ts';

test('after several loads no percentile is shown as exact', () => {
  const one = loadWith(200);
  const [before, after] = [buildReport(one), buildReport(addLoads([one, loadWith(200, 2)]))];
  for (const { percentiles } of after.endpoints)
    expect(percentiles.every(({ isRough }) => isRough)).toBe(true);
  const [page, text] = [renderHtml(after), renderTerminal(after, { colour: false, folder: 'x' })];
  expect(page).toMatch(/≈: within 5.%, because several loads were added up\./);
  expect(page).toContain('<dd>p50 ≈ 1.9, p95 ≈ 1.9, p99 ≈ 1.9, max 60.00<');
  expect(page).toContain('Load generator, the worst of all loads');
  expect(text).toContain('p50 ≈ 1.9, p99 ≈ 1.9 ms');
  expect(renderHtml(before)).not.toContain('≈');
});

test('how much load there was for how long stands in the environment', () => {
  for (const make of Object.values(reports)) {
    const { load, run, ...report } = make();
    if (load === null || run.completeness !== 'complete') continue;
    const page = renderHtml({ load, run, ...report });
    expect(page).toContain(`<dt>Calls planned<dd>${perSecond(load.offeredRate)}<`);
    expect(page).toContain(`<dt>Rest of the load, which is judged<dd>${duration(load.measuredMs)}<`);
  }
});
