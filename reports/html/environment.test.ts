import { expect, it } from 'vitest';
import { conformanceFacts } from '../facts-fixture.ts';
import { renderMarkdown } from '../formats/markdown.ts';
import { renderTerminal } from '../formats/terminal.ts';
import { buildReport } from '../judge/build-report.ts';
import { passingReport } from '../passing-fixture.ts';
import { readReport } from '../report.ts';
import { spaceWords } from './environment.ts';
import { renderHtml } from './html.ts';

it('says how the requests went, and of a certificate that was not verified with the reason', () => {
  const facts = conformanceFacts();
  const proxy = 'http://proxy.example:3128';
  const transport = {
    proxy,
    headers: ['X-Key', 'X-Other'],
    unverified: true,
    clientCertificate: true,
  } as const;
  const report = buildReport({ ...facts, run: { ...facts.run, transport } });
  expect(readReport(JSON.stringify(report))).toEqual(report);
  expect(report.reason).toMatch(/none failed. The certificate of the service was not verified\./);
  const page = renderHtml(report);
  for (const text of [
    `${proxy}: its time is part`,
    'X-Key, X-Other',
    'not verified',
    'Client certificate used',
  ])
    expect(page).toContain(text);
  expect(renderTerminal(report, { colour: false, folder: 'run' })).toContain(`${proxy}: its time is part`);
  expect(renderMarkdown(report)).toContain('its time is part of every response time');
});

it('says nothing of it where they went the plain way', () => {
  const report = buildReport(conformanceFacts());
  expect(renderHtml(report)).not.toContain('Headers added');
  expect(renderTerminal(report, { colour: false, folder: 'run' })).not.toContain('proxy');
});

const dimension = (name: string, levels: Readonly<Record<string, number>>) => ({
  name,
  levels: Object.entries(levels).map(([level, requests]) => ({ name: level, requests })),
  pairs: { tried: 3, possible: 6 },
});
const space = [
  dimension('length of data', { 'the empty string': 3, '64 KiB': 0 }),
  dimension('credential', { 'no header': 3, 'a word': 1, 'a JWT': 2 }),
];

it('names the levels that were not tried, and counts pairs', () => {
  const words = '4 of 5 levels in 2 dimensions, 3 of 6 pairs of them; not tried: length of data: 64 KiB';
  expect(spaceWords(space)).toBe(words);
  expect(renderHtml(passingReport({ space }))).toContain(words);
});

it('names a few of many levels that were not tried', () => {
  const names = Array.from({ length: 9 }, (_, at) => [`level ${at}`, 0]);
  expect(spaceWords([dimension('moment', Object.fromEntries(names))])).toMatch(/: level 5 and 3 more$/);
});

it('names the kinds of tokens that were tried', () => {
  const tokenProbes = {
    ways: 9,
    kinds: ['a random token', 'the word <null>'],
    changedCharacters: 1,
    characters: 9,
  };
  expect(renderHtml(passingReport({ tokenProbes }))).toContain('a random token; the word &lt;null&gt;');
});
