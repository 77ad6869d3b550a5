import fc from 'fast-check';
import { buildReport } from '../../reports/build/build.ts';
import type { Facts } from '../../reports/facts.ts';
import { conformanceFacts, loadCalls, loadFacts } from '../../reports/fixtures/facts-fixture.ts';
import { renderAll } from '../../reports/formats/render-all.ts';
import { readFacts, readReport } from '../../reports/report.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import { note, nothingTried, type Subject } from './subject.ts';

const bases = [
  conformanceFacts(),
  loadFacts(loadCalls(() => 2)),
  loadFacts(loadCalls((_, index) => (index % 50 === 0 ? 30 : 2))),
].map((facts) => JSON.stringify(facts));

type Step = readonly [place: number, change: Change];
type Change =
  | { readonly is: 'removed' | 'negated' | 'doubled' | 'emptied' }
  | { readonly is: 'set'; readonly to: unknown };

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom<Change>({ is: 'removed' }, { is: 'negated' }, { is: 'doubled' }, { is: 'emptied' }),
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
  base: fc.constantFrom(...bases),
  steps: fc.array(fc.tuple(fc.nat(), change), { minLength: 1, maxLength: 4 }),
  cut: fc.option(fc.nat(), { freq: 30 }),
});

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
      const read = tryReading(text);
      if (read === null) return note(tried, 'refused', startedAt);
      const report = buildReport(read);
      const files = renderAll(report, read, '.');
      note(tried, 'accepted', startedAt);
      const { verdict } = readReport(files['./report.json'] ?? '');
      if (verdict === 'pass') proves(read);
    }),
    { seed, numRuns: count },
  );
  return tried;
};

function tryReading(text: string): Facts | null {
  try {
    return readFacts(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (
      error instanceof Error &&
      error.constructor === Error &&
      /^It (is not JSON|does not match|has schemaVersion)/.test(message)
    )
      return null;
    throw error;
  }
}

/** Written from the words of the document, and without the code that decides. */
function proves({ before, problems, withdrawn, plan, metrics }: Facts): void {
  const lacks = (what: string) => {
    throw new Error(`passes, and ${what}`);
  };
  if (before === null || !before.reachable) return lacks('nothing answered');
  if (problems.length > 0 || withdrawn !== undefined) return lacks('was withdrawn');
  for (const name of endpointNames) {
    if (name === 'backup' && plan.contract.backup?.call === false) continue;
    const calls =
      before.calls[name].results.succeeded +
      (metrics[`calls{endpoint:${name},result:succeeded}`]?.['count'] ?? 0);
    if (!(calls > 0)) lacks(`no call of ${name} succeeded`);
  }
  for (const check of ['auth-absent-refused', 'auth-made-up-refused', 'user-id-prefix', 'user-body-json'])
    if (!((before.tally[check]?.outcomes.pass ?? 0) > 0)) lacks(`nothing passed ${check}`);
  const excused = [
    ...(plan.contract.observeOnly ?? []),
    ...(plan.contract.waivers ?? []).map(({ check }) => check),
  ];
  const failed = Object.entries(before.tally).filter(
    ([id, { outcomes }]) => outcomes.fail > 0 && !excused.includes(id),
  );
  if (failed.length > 0) lacks(`${failed[0]?.[0]} failed`);
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
  else if (change.is === 'doubled') parent[name] = Array.isArray(old) ? [...old, ...old] : [old, old];
  else if (change.is === 'emptied')
    parent[name] = Array.isArray(old) ? [] : typeof old === 'string' ? '' : {};
  else parent[name] = change.to;
}
