import { cut } from '../../escape.ts';
import { section } from '../../html/elements.ts';
import { type Markup, markup, nothing } from '../../markup.ts';
import type { TrendModel } from '../model.ts';

const mostShown = 50;
const longestText = 200;

/** Folders that are not part of the trend, and why. */
export function skippedFolders({ skipped }: TrendModel): Markup {
  if (skipped.length === 0) return nothing;
  const more = skipped.length - mostShown;
  return section(
    'skipped',
    'Left out',
    markup`<ul>${skipped.slice(0, mostShown).map(
      ({
        folder,
        reason,
      }) => markup`<li><code>${cut(folder, longestText)}</code>: ${cut(reason, longestText)}</li>
    `,
    )}${more > 0 ? markup`<li>and ${more} more</li>` : nothing}</ul>
    `,
  );
}
