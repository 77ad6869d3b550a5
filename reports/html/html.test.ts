import { describe, expect, test } from 'vitest';
import { clauses } from '../../checks/document.ts';
import { css, cssHash } from '../../dist/page-style.mjs';
import { reports } from '../every-report-fixture.ts';
import { failingReport } from '../failing-fixture.ts';
import { passingReport, run } from '../passing-fixture.ts';
import { renderHtml } from './html.ts';

const sha256 = async (text: string) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `sha256-${Buffer.from(digest).toString('base64')}`;
};

describe.each(Object.entries(reports))('the page of a report that is %s', (_, report) => {
  const page = renderHtml(report());

  test('is under 600 kB', () => {
    expect(Buffer.byteLength(page)).toBeLessThan(600_000);
  });

  test('names nothing twice', () => {
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test('links only to what is there', () => {
    const ids = new Set([...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id);
    expect(links.filter((link) => !ids.has(link))).toEqual([]);
  });

  test('asks for nothing outside of itself', () => {
    const addresses = [...page.matchAll(/ (?:src|href|action|data|poster|srcset)="([^"]*)"/g)].map(
      ([, url]) => url,
    );
    expect(addresses.filter((url) => !/^(#|data:,$)/.test(url ?? ''))).toEqual([]);
  });

  test('writes no figure with all its decimals', () => {
    expect(page.match(/>\d+\.\d{4,}/g)).toBeNull();
  });

  test('has no script, and every element that was opened by us alone', () => {
    expect(page).not.toContain('<script');
    expect(page.match(/<(img|iframe|object|embed|link|base|form|input|button|svg onload)/g)).toEqual([
      '<link',
    ]);
  });
});

describe('the page', () => {
  test('allows its own style by its hash, and nothing else', async () => {
    const page = renderHtml(passingReport());
    expect(page).toContain(`<style>${css}</style>`);
    expect(cssHash).toBe(await sha256(css));
    expect(page).toContain(
      `content="default-src &#39;none&#39;; img-src data:; style-src &#39;${cssHash}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;"`,
    );
    expect(page).not.toMatch(/ style="/);
  });

  test('has first what decides, then the rest, folded', () => {
    const page = renderHtml(failingReport());
    const [top = '', more = ''] = page.split('<div class="more">');
    const ids = (text: string, tag: string) =>
      [...text.matchAll(new RegExp(`<${tag} id="([^"]*)"`, 'g'))].map(([, id]) => id);
    expect(ids(top, 'section')).toEqual(['findings', 'times']);
    expect(ids(more, 'details class="section"')).toEqual([
      ...['user', 'encrypt', 'sync', 'backup', 'errors'],
      ...['document', 'environment', 'reproduce'],
    ]);
    const open = [...more.matchAll(/class="section" id="([^"]*)" open/g)].map(([, id]) => id);
    expect(open).toEqual(['encrypt', 'errors']);
  });

  test('has a row for each endpoint with its bar and its verdict', () => {
    const [, rows = ''] =
      /id="times"[\s\S]*?<tbody>([\s\S]*?)<\/table>/.exec(renderHtml(failingReport())) ?? [];
    const each = rows.split('<tr>').slice(1);
    const verdicts = each.map((row) => /class="badge \w+">([^<]*)/.exec(row)?.[1]);
    expect(verdicts).toEqual(['Pass', 'Fail', 'Pass', 'Not judged']);
    for (const row of each) expect(row.match(/<svg/g)).toHaveLength(1);
  });

  test('shows failed findings, then inconclusive ones, and folds the rest', () => {
    const page = renderHtml(failingReport());
    const shown = [...page.matchAll(/class="(finding \w+)">[\s\S]*?id="check-([^"]*)"/g)];
    expect(shown.map(([, kind, name]) => [kind, name])).toEqual([
      ['finding bad', 'user-id-prefix'],
      ['finding bad', 'encrypt-latency'],
      ['finding unclear', 'auth-empty-refused'],
    ]);
    const [, document = ''] = page.split('id="document"');
    expect(document.match(/ id="check-/g)).toHaveLength(failingReport().findings.length - shown.length);
    expect(document.match(/href="#check-[\w-]+">See why/g)).toHaveLength(shown.length);
  });

  test('has one word and one sign for an endpoint that is not judged', () => {
    const page = renderHtml(failingReport());
    const [, section = ''] = /<details class="section" id="backup"([\s\S]*?)<\/details>/.exec(page) ?? [];
    expect(section).toContain('<span class="badge plain">Not judged</span>');
    expect(section).not.toContain('Inconclusive');
    expect(page).not.toContain('Not applicable');
  });

  test('says how response times are read once', () => {
    for (const report of Object.values(reports).map((make) => make()))
      expect(renderHtml(report).split('timed from this machine')).toHaveLength(report.load === null ? 1 : 2);
  });

  test('has every statement of the document', () => {
    const rows = renderHtml(passingReport()).match(/<tr><th scope="row">[\s\S]*?<td>\d<td>/g);
    expect(rows).toHaveLength(Object.keys(clauses).length);
  });

  test('is as large after a million calls as after a thousand', () => {
    const bytes = (name: string) => Buffer.byteLength(renderHtml(reports[name]?.() ?? passingReport()));
    expect(bytes('million') / bytes('passing')).toBeLessThan(1.1);
  });

  test('says that there is no verdict where the run did not come to its end', () => {
    const page = renderHtml(passingReport({ run: { ...run, completeness: 'interrupted' } }));
    expect(page).toContain('<header class="banner plain"');
    expect(page).toMatch(/<title>No verdict: gate of/);
    expect(page).toContain('<dt>Load<dd>not to its end');
    expect(page).not.toContain('<dt>Calls made<dd>');
  });
});
