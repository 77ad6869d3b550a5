import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { lowerBound } from '../checks/statistics/distributions.ts';
import { scriptFor } from '../cli/contract/scenario-script.ts';
import { readFacts } from '../reports/facts.ts';
import { buildReport } from '../reports/judge/build-report.ts';
import type { Variant } from '../service/variants/variant.ts';
import { checksThat } from './k6-run.ts';
import { comingAndGoing, expectCaught, isBudget, ofKind, turnsTogether } from './mutation.ts';
import { together } from './service-parts.ts';
import { judgedAs, judgeVariants } from './variant-run.ts';

describe.concurrent('every fault that comes and goes is caught by its own check, and by none besides', () => {
  // Where the machine is too busy, the time is over before the few answers with the fault.
  it.each(turnsTogether(comingAndGoing.map((row) => [row])))('%j', { retry: 2 }, (_, groups) =>
    expectCaught(groups, 'conformance'),
  );
});

describe.concurrent('calls that fail too often', () => {
  const budget = 0.001;
  const declared = join(mkdtempSync(join(tmpdir(), 'budget-')), 'conformance.js');
  beforeAll(async () => {
    writeFileSync(
      declared,
      await scriptFor('conformance', {
        file: 'contract.yaml',
        contract: { version: 1, errorBudget: budget },
        validators: {},
      }),
    );
  });

  const endpointOf = ({ name }: Variant) => name.split('-')[0] ?? '';
  const runs = together(ofKind('fault').filter(isBudget), (row) => [endpointOf(row)]);

  /** The failures of each row alone are too many. Again, where a busy machine looked like a distant service: fewer resets show there. */
  it.each(runs)(
    '%j fail where a budget is declared, and are open where none is',
    { retry: 2 },
    async (names, rows) => {
      const { report, folder } = await judgeVariants(names, declared);
      const [failed, ...others] = report?.findings.filter(({ verdict }) => verdict === 'fail') ?? [];
      expect([failed?.check, others]).toEqual(['error-budget', []]);
      for (const row of rows) {
        const count = failed?.causes.find(({ cause }) => cause === endpointOf(row))?.count ?? 0;
        expect(lowerBound(count, failed?.samples ?? 0, 0.01), row.name).toBeGreaterThan(budget);
      }
      const { plan, ...seen } = readFacts(readFileSync(join(folder, 'facts.json'), 'utf8'));
      const undeclared = { report: buildReport({ ...seen, plan: { ...plan, contract: { version: 1 } } }) };
      expect(checksThat(undeclared.report, 'fail')).toEqual([]);
      const offered = rows.map((row) => `${endpointOf(row)}-offered`);
      const open = judgedAs(undeclared, 'inconclusive');
      expect(open).toEqual(expect.arrayContaining(offered));
      // What fails always leaves other checks of its endpoint without answers.
      if (rows.every(({ trigger }) => trigger)) expect(open.length).toBe(offered.length);
    },
  );
});
