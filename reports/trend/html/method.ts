import { chosenShare, count } from '../../format.ts';
import { section } from '../../html/elements.ts';
import { type Markup, markup } from '../../markup.ts';
import { drawn } from '../chance.ts';
import { leastShift } from '../changes.ts';
import type { TrendModel } from '../model.ts';
import { shiftConfidence } from '../shift.ts';

/** How a change is told from noise, with its error rate, in words that can be checked. */
export function method({ detection }: TrendModel): Markup {
  const { alpha, correlation, series, runs, runsNeeded } = detection;
  const { ratio, ms } = leastShift;
  return section(
    'method',
    'How a change is told from noise',
    markup`<div class="method">
    <p>Each run gives one value for each figure: the share under the limit, p50, p95 and p99 of each endpoint.
    Calls of one run share its machine and its minute, so runs are compared and not calls.
    Here are ${count(runs)} complete runs and ${count(series)} figures that vary.</p>
    <p>Each series is cut in two at every place, and the exact rank test of Mann and Whitney scores how far the runs
    before differ from those after. The best score is compared with ${count(drawn)} random series of as many runs in which
    neighbours resemble each other as they seem to here, with a correlation of ${correlation.toFixed(2)}.
    It counts as a change if, with ${count(series)} figures, noise shows as much on at most ${chosenShare(alpha)} of pages: that is p.
    The stretches before and after a change are searched again in the same way.</p>
    <p>Error rate: of a hundred pages about a service that does not change, at most one shows a change if its runs are
    independent of each other. In simulations with neighbouring runs correlated by 0.4 at most five did, by 0.6 at most seven.
    A machine that is slow for many days looks like a service that is slow for many days.</p>
    <p>By how much: for times, the median ratio over all pairs of runs (Hodges–Lehmann); for shares, the difference of all calls
    together, with runs as clusters. Both with a ${chosenShare(shiftConfidence)} interval, which does not allow for the place having been chosen.
    Shifts of times below ${chosenShare(ratio)} or ${ms} ms are left out.</p>
    <p>What it cannot do: with ${count(series)} figures it takes at least ${count(runsNeeded)} runs to see anything, and four to seven
    runs until a change shows.</p>
    </div>
    `,
  );
}
