import fc from 'fast-check';
import { reportOn } from '../../cli/after/finished-runs.ts';
import { type Facts, readFacts } from '../../reports/facts.ts';
import { conformanceFacts, loadCalls, loadFacts } from '../../reports/facts-fixture.ts';
import { renderAll } from '../../reports/formats/render-all.ts';
import { readReport, renderJson } from '../../reports/report.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import { note, nothingTried, type Subject } from './subject.ts';

const ofLoad = [2, 30].map((slowMs) => loadFacts(loadCalls((_, index) => (index % 50 === 0 ? slowMs : 2))));
/** Most of the text of a load is what its slices had. */
const shortened = ofLoad.map((whole) => {
  const metrics = Object.entries(whole.metrics).filter(([name]) => !/slice:\d\d/.test(name));
  return { ...whole, metrics: Object.fromEntries(metrics) };
});
const [conformance = '', ...loads] = [conformanceFacts(), ...ofLoad, ...shortened].map((one) =>
  JSON.stringify(one),
);
const base = fc.oneof({ arbitrary: fc.constant(conformance), weight: 30 }, fc.constantFrom(...loads));

type Step = readonly [place: number, change: Change];
type Change =
  | { readonly is: 'removed' | 'negated' | 'doubled' | 'emptied' }
  | { readonly is: 'scaled'; readonly by: number }
  | { readonly is: 'set'; readonly to: unknown };

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom<Change>({ is: 'removed' }, { is: 'negated' }, { is: 'doubled' }, { is: 'emptied' }),
  fc.double({ min: 0, max: 3, noNaN: true }).map((by) => ({ is: 'scaled', by }) as const),
  fc
    .oneof(
      fc.constantFrom<unknown>(
        null,
        0,
        1,
        -1,
        1e308,
        -1e308,
        5e-324,
        2 ** 53,
        0.5,
        '',
        'x',
        true,
        false,
        [],
        {},
      ),
      fc.constantFrom<unknown>(
        'fail',
        'pass',
        'gate',
        'load',
        'user',
        'encrypt',
        '__proto__',
        'constructor',
        '2099-01-01',
      ),
      fc.jsonValue({ maxDepth: 1 }),
    )
    .map((to) => ({ is: 'set', to }) as const),
);
const given = fc.record({
  base,
  steps: fc.array(fc.tuple(fc.nat(), change), { minLength: 1, maxLength: 2 }),
  cut: fc.oneof({ arbitrary: fc.constant(null), weight: 20 }, fc.nat()),
});

/** Its pages take longer than all the rest. */
const renderedEach = 10;

/** Facts are refused by their place, or give a report that keeps its schema, and no pass without what proves it. */
export const facts: Subject = async (seed, count) => {
  const tried = nothingTried();
  fc.assert(
    fc.property(given, ({ base, steps, cut }) => {
      const changed = JSON.parse(base);
      for (const step of steps) apply(step, changed);
      const whole = JSON.stringify(changed);
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

function apply([place, change]: Step, root: Record<string, unknown>): void {
  const places: [Record<string, unknown>, string][] = [];
  const walk = (part: unknown) => {
    if (typeof part !== 'object' || part === null) return;
    for (const [name, value] of Object.entries(part)) {
      places.push([part as Record<string, unknown>, name]);
      walk(value);
    }
  };
  walk(root);
  const [parent, name] = places[place % places.length] ?? [root, 'run'];
  const old = parent[name];
  if (change.is === 'removed') {
    if (Array.isArray(parent)) parent.splice(Number(name), 1);
    else delete parent[name];
  } else if (change.is === 'negated') parent[name] = typeof old === 'number' ? -old : !old;
  else if (change.is === 'scaled') parent[name] = scaled(old, change.by);
  else if (change.is === 'doubled') parent[name] = Array.isArray(old) ? [...old, ...old] : [old, old];
  else if (change.is === 'emptied')
    parent[name] = Array.isArray(old) ? [] : typeof old === 'string' ? '' : {};
  else if (change.is === 'set') parent[name] = change.to;
}

/** A number by a factor, a whole one to a whole one; nothing else. */
function scaled(value: unknown, by: number): unknown {
  if (typeof value !== 'number') return value;
  return Number.isInteger(value) ? Math.round(value * by) : value * by;
}
