import fc from 'fast-check';
import { reportOn } from '../../cli/after/finished-runs.ts';
import { type Facts, readFacts } from '../../reports/facts.ts';
import { conformanceFacts, loadCalls, loadFacts } from '../../reports/facts-fixture.ts';
import { renderAll } from '../../reports/formats/render-all.ts';
import { readReport, renderJson } from '../../reports/report.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import { changed, oddValues } from './changed.ts';
import { note, type Subject, type Tried } from './subject.ts';

const ofLoad = [2, 30].map((slowMs) => loadFacts(loadCalls((_, index) => (index % 50 === 0 ? slowMs : 2))));
/** Without the figures of slices, which are most of the text of a load. */
const shortened = ofLoad.map((whole) => {
  const metrics = Object.entries(whole.metrics).filter(([name]) => !/slice:\d\d/.test(name));
  return { ...whole, metrics: Object.fromEntries(metrics) };
});
const [conformance = '', ...loads] = [conformanceFacts(), ...ofLoad, ...shortened].map((one) =>
  JSON.stringify(one),
);
const base = fc.oneof({ arbitrary: fc.constant(conformance), weight: 30 }, fc.constantFrom(...loads));

const words = ['fail', 'pass', 'gate', 'load', 'user', 'encrypt', '2099-01-01'];
const given = fc.record({
  facts: changed(base, fc.oneof(oddValues, fc.constantFrom(...words))),
  cut: fc.oneof({ arbitrary: fc.constant(null), weight: 20 }, fc.nat()),
});

/** One report in this many is rendered, as its pages take longer than all the rest. */
const renderedEach = 10;

/** Facts are refused by their place, or give a report that keeps its schema, and no pass without what proves it. */
export const facts: Subject = async (seed, count) => {
  const tried: Tried = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(given, ({ facts, cut }) => {
      const whole = JSON.stringify(facts);
      const text = cut === null ? whole : whole.slice(0, cut % whole.length);
      const startedAt = performance.now();
      const read = unlessRefused(() => readFacts(text));
      const report = read && unlessRefused(() => reportOn(read, 'facts'));
      if (read === null || report === null) return note(tried, 'refused', startedAt);
      note(tried, 'accepted', startedAt);
      const { verdict } = readReport(renderJson(report));
      if (verdict === 'pass') proves(read);
      if (tried.accepted % renderedEach === 0) renderAll(report, read, '.');
    }),
    { seed, numRuns: count },
  );
  return tried;
};

const refusal =
  /^It (is not JSON: |does not match its schema at \S+|has schemaVersion)|^facts: The facts contradict each other/;

function unlessRefused<T>(made: () => T): T | null {
  try {
    return made();
  } catch (error) {
    if (error instanceof Error && refusal.test(error.message)) return null;
    throw error;
  }
}

/** Written from the words of the document, and without the code that decides. */
function proves({ before, problems, withdrawn, plan, metrics }: Facts): void {
  const lacks = (isLacking: boolean, what: string) => {
    if (isLacking) throw new Error(`passes, and ${what}`);
  };
  lacks(before?.reachable !== true, 'nothing answered');
  lacks(problems.length > 0 || withdrawn !== undefined, 'was withdrawn');
  const tally = before?.tally ?? {};
  for (const name of endpointNames.filter(
    (one) => one !== 'backup' || plan.contract.backup?.call !== false,
  )) {
    const underLoad = metrics[`calls{endpoint:${name},result:succeeded}`]?.['count'] ?? 0;
    lacks(!((before?.calls[name].results.succeeded ?? 0) + underLoad > 0), `no call of ${name} succeeded`);
  }
  for (const check of ['auth-absent-refused', 'auth-made-up-refused', 'user-id-prefix', 'user-body-json'])
    lacks(!((tally[check]?.outcomes.pass ?? 0) > 0), `nothing passed ${check}`);
  const waived = (plan.contract.waivers ?? []).map(({ check }) => check);
  const excused = [...(plan.contract.observeOnly ?? []), ...waived];
  const failed = Object.keys(tally).filter(
    (id) => (tally[id]?.outcomes.fail ?? 0) > 0 && !excused.includes(id),
  );
  lacks(failed.length > 0, `${failed[0]} failed`);
}
