import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './formats/markdown.ts';
import { renderTerminal } from './formats/terminal.ts';
import { renderHtml } from './html/html.ts';
import { capacityText } from './outcome.ts';
import { passingReport } from './passing-fixture.ts';
import { type Capacity, type Report, readReport, renderJson } from './report.ts';

type Level = Capacity['levels'][number];

function level(rate: number, state: Level['state'], changes: Partial<Level> = {}): Level {
  return {
    rate,
    afterPeak: false,
    state,
    requests: 600,
    slow: state === 'broken' ? 300 : 0,
    dropped: 0,
    share_under_limit: state === 'broken' ? 0.5 : 1,
    share_under_limit_interval: { lower: 0.49, upper: 1, confidence: 0.95 },
    generatorLimited: false,
    ...changes,
  };
}

const broken: Capacity = {
  keptAt: 850,
  brokenAt: 1275,
  levels: [
    level(425, 'kept'),
    level(850, 'kept'),
    level(1275, 'broken'),
    level(425, 'kept', { afterPeak: true }),
  ],
};

describe('capacityText', () => {
  it.each<readonly [Capacity, string]>([
    [broken, 'kept up to 850/s, broken from 1 275/s'],
    [
      { keptAt: 850, brokenAt: null, levels: [level(425, 'kept'), level(850, 'kept')] },
      'kept up to 850/s, the highest rate tested',
    ],
    [
      { keptAt: null, brokenAt: 425, levels: [level(425, 'broken')] },
      'not proven to be kept at any rate, broken from 425/s',
    ],
    [
      {
        keptAt: 425,
        brokenAt: null,
        levels: [level(425, 'kept'), level(850, 'unknown', { generatorLimited: true })],
      },
      'kept up to 425/s, not proven to be broken (from 850/s on, the load generator reached its own limit, which says nothing about the service)',
    ],
  ])('%#', (capacity, words) => {
    expect(capacityText(capacity, 20).replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ')).toBe(
      `20 ms ${words}`,
    );
  });
});

describe('a report with the rates of a changing load', () => {
  const passing = passingReport();
  const report: Report = {
    ...passing,
    endpoints: passing.endpoints.map((endpoint) => ({ ...endpoint, capacity: broken })),
  };

  it('is valid and can be read back', () => {
    expect(readReport(renderJson(report))?.endpoints[0]?.capacity).toEqual(broken);
  });

  it.each([
    ['the page', renderHtml(report)],
    ['markdown', renderMarkdown(report)],
    ['the terminal', renderTerminal(report, { colour: false, folder: 'run' })],
  ])('says it in %s', (_, text) => {
    expect(text).toMatch(/kept up to 850\/s, broken from 1.275\/s/);
  });

  it('says it of an endpoint that shed all its calls, too', () => {
    const shed = report.endpoints.map((endpoint) => ({ ...endpoint, share_under_limit: null }));
    const texts = [
      renderHtml({ ...report, endpoints: shed }),
      renderMarkdown({ ...report, endpoints: shed }),
      renderTerminal({ ...report, endpoints: shed }, { colour: false, folder: 'run' }),
    ];
    for (const text of texts) expect(text).toMatch(/broken from 1.275\/s/);
  });

  it('says at the terminal how calls ended without success', () => {
    const ofUser = { endpoint: 'GET /api/v1/user', example: '', curl: '' };
    const errors = [
      { ...ofUser, cause: 'HTTP 429', count: 240 },
      { ...ofUser, cause: 'timeout', count: 4 },
    ];
    const textOf = (shown: Report) => renderTerminal(shown, { colour: false, folder: 'run' });
    expect(textOf({ ...report, errors })).toContain(
      'without success: 240 × HTTP 429 (GET /api/v1/user), 4 × timeout (GET /api/v1/user)\n',
    );
    for (const shown of [passing, { ...passing, errors }, { ...report, errors: [] }])
      expect(textOf(shown)).not.toContain('without success');
  });

  it('shows the levels after the peak apart', () => {
    expect(renderHtml(report)).toContain('425/s, after the peak');
  });
});
