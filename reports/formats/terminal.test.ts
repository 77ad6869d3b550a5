import { describe, expect, test } from 'vitest';
import { failingReport, inconclusiveReport } from '../fixtures/failing.ts';
import { hostileReport, hostileTexts } from '../fixtures/hostile.ts';
import { passingReport, run } from '../fixtures/passing.ts';
import { renderTerminal } from './terminal.ts';

const plain = { colour: false, folder: 'results/run' };
const escapeSign = '\u001b';

test('the verdict and its reason come first, the report and the command last', () => {
  const lines = renderTerminal(passingReport(), plain).trim().split('\n');
  expect(lines[0]).toMatch(/^✓ Pass {2}\d+ checks passed/);
  expect(lines.at(-2)).toBe('report  results/run/report.html');
  expect(lines.at(-1)).toMatch(/^again {3}BASE_URL=/);
});

test('a failed check has its sentence, what was expected, what came, and a command', () => {
  const text = renderTerminal(failingReport(), plain);
  expect(text).toContain('✗ user.id does not start with `usr_`');
  expect(text).toMatch(/basis +“id · string · Prefix [^”]+” \(§2, stated\)/);
  expect(text).toMatch(
    /expected a string that starts with `usr_`\n +actual +"u-8f14e45f"\n +sent +plain; sent again, .*\n +curl +curl -sS/,
  );
});

test('what is inconclusive is said once for all endpoints with the same remedy', () => {
  const text = renderTerminal(inconclusiveReport(), plain);
  expect(text).toMatch(/^\? Inconclusive/m);
  expect(text).toMatch(
    /\? .*user.*made instead of 475\.0\. The same for POST .*encrypt, GET .*status, POST .*create\.\n {4}The load generator was short .*467.*→ Run the test on a quieter machine, or lower the rate\./,
  );
  expect(text.match(/, or lower the rate\./g)).toHaveLength(1);
});

test.each([
  [[50, 80, 85], 'p99', 'p50'],
  [[50, 95, 96, 97, 98.5], 'p99', 'p95'],
  [[50, 95, 96, 99, 99.9], 'p99', 'p99'],
  [[50, 95, 96, 99, 99.5, 99.9], 'p99.9', 'p99.9'],
  [[50, 90, 95, 99, 99.9], 'p90', 'p99'],
  [[50, 85, 90, 92], 'p90', 'p90'],
  [[50, 95, 96, 99, 99.9], 'every request', 'p99'],
])('of the percentiles %j, judged at %s, the terminal shows %s', (known, reading, shown) => {
  const { endpoints } = passingReport();
  const [user] = endpoints.map((endpoint) => ({
    ...endpoint,
    latency: { ...endpoint.latency, reading },
    percentiles: known.map((percentile) => ({ percentile, ms: percentile / 10 })),
  }));
  const text = renderTerminal(passingReport({ endpoints: user === undefined ? [] : [user] }), plain);
  expect(text).toMatch(new RegExp(`under 20.ms, ${shown} [\\d.]+.ms$`, 'm'));
});

test('a run that was interrupted has no verdict', () => {
  const text = renderTerminal(passingReport({ run: { ...run, completeness: 'interrupted' } }), plain);
  expect(text).toMatch(/^– No verdict/m);
});

describe('control characters', () => {
  test('are ours alone, and only with colour', () => {
    expect(renderTerminal(failingReport(), plain)).not.toContain(escapeSign);
    expect(renderTerminal(failingReport(), { ...plain, colour: true })).toContain(`${escapeSign}[1;31m✗`);
  });

  test('of the service are shown and never sent', () => {
    const text = renderTerminal(hostileReport(), plain);
    expect([...text].filter((one) => one < ' ' && one !== '\n')).toEqual([]);
    expect(text).not.toContain('\u202e');
    expect(text).toContain('⟨U+202E⟩');
  });

  test.each([true, false])('and commands of a CI are never said to it (colour: %s)', (colour) => {
    const text = renderTerminal(passingReport({ reason: `\n${hostileTexts.join('\n')}` }), {
      ...plain,
      colour,
    });
    expect(text).toContain(': :stop-commands::x');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of ours
    expect(text.replace(/\u001b\[[\d;]*m/g, '')).not.toMatch(/^\s*::|##[a-z]*\[/m);
  });

  test('a hostile report is no flood', () => {
    expect(renderTerminal(hostileReport(), plain).length).toBeLessThan(20_000);
  });
});
