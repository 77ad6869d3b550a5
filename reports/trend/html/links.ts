import { utcTime } from '../../format.ts';
import { type Markup, markup } from '../../markup.ts';
import type { TrendRun } from '../model.ts';

/** Relative to the page: it may be moved together with the folders of its runs. */
export function reportLink({ folder }: Pick<TrendRun, 'folder'>): string {
  const names = folder.split('/').filter((name) => name !== '' && name !== '.');
  return [
    ...names.map((name) => (name === '..' ? name : encodeURIComponent(wellFormed(name)))),
    'report.html',
  ].join('/');
}

/** Half of a surrogate pair has no place in an address. */
function wellFormed(name: string): string {
  return name.replace(/[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g, (found) =>
    found.length === 2 ? found : '\ufffd',
  );
}

/** "2026-03-21 09:15 UTC", leading to the report. */
export function runLink(run: TrendRun): Markup {
  return markup`<a href="${reportLink(run)}">${startOf(run)}</a>`;
}

export function startOf({ startedAt }: TrendRun): string {
  return utcTime(startedAt).replace(/:\d\d UTC$/, '\u00a0UTC');
}
