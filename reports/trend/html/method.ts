import { chosenShare, count } from '../../format.ts';
import { section } from '../../html/elements.ts';
import { type Markup, markup } from '../../markup.ts';
import { leastShift } from '../changes.ts';
import type { TrendModel } from '../model.ts';
import { shiftConfidence } from '../shift.ts';

/** How a change is told from noise, with its error rate, in words that can be checked. */
export function method({ detection: { alpha, orders, series, runs, runsNeeded } }: TrendModel): Markup {
  const { ratio, ms } = leastShift;
  return section(
    'method',
    'How a change is told from noise',
    markup`<div class="method">
    <p>Each run gives one value for each figure: the share under the limit, p50, p95 and p99 of each endpoint.
    Calls of one run share its machine and its minute, so runs are compared and not calls.
    Here are ${count(runs)} complete runs and ${count(series)} figures that vary.</p>
    <p>Each series is cut in two at every place, and the exact rank test of Mann and Whitney scores how far the runs
    before differ from those after. The best score counts as a change if at most ${chosenShare(alpha)} of ${count(orders)} random
    orders of the same runs reach it in any of the figures. So, of a hundred pages about a service that does not
    change, at most about one shows a change. The stretches before and after a change are searched again in the same way.</p>
    <p>By how much: for times, the median ratio over all pairs of runs (Hodges–Lehmann); for shares, the difference of all calls
    together, with runs as clusters. Both with a ${chosenShare(shiftConfidence)} interval, which does not allow for the place having been chosen.
    Shifts of times below ${chosenShare(ratio)} or ${ms} ms are left out.</p>
    <p>What it cannot do: with ${count(series)} figures it takes about ${count(runsNeeded)} runs to see anything, and about four
    runs until a change shows. A machine that is slow for days looks like a service that is slow for days. p is the share of
    random orders that reach as much anywhere on the page.</p>
    </div>
    `,
  );
}
