import { defaultBudget } from '../../checks/calls/offered.ts';
import { decidingPercentile, limitMsOf, percentileName } from '../../checks/latency/expectation.ts';
import type { Contract } from '../../schemas/contract.ts';
import { type Facts, loadMade } from '../facts.ts';
import type { ContractSummary } from '../report.ts';

/** Its value is an outcome of the run, so runs that differ in it alone are still compared (`after/trend`). */
export const loadsSetting = 'Loads';

/** What the run was judged by, and who chose it. Declared bodies and schemas are mentioned but not shown. */
export function contractSummary(facts: Facts): ContractSummary {
  const { plan, generators } = facts;
  const { contract, contractFile, isRateGiven, loads } = plan;
  const { latency, errorBudget, backup } = contract;
  const load = loadMade(facts);
  const givenRate = isRateGiven ? plan.load?.rate : contract.rate;
  const rate = load === null ? 'no load' : `${givenRate ?? load.rate} requests per second`;
  const budgetPercent = Number(((errorBudget ?? defaultBudget) * 100).toPrecision(3));
  const percentile = percentileName(decidingPercentile(contract));
  const loadsText = `${loads.made} one after the other, because evidence was missing; at most ${loads.most}`;
  const settings: readonly (readonly [name: string, value: string, declared: unknown, option?: boolean])[] = [
    ['Percentile for "under 20 ms"', percentile, latency?.percentile],
    ['Latency limit', `${limitMsOf(contract)} ms`, latency?.limitMs],
    ['Where the limit holds', limitAtWords[latency?.at ?? 'not said'], latency?.at],
    ['Error budget', `${budgetPercent} % of the valid calls`, errorBudget],
    ['Rate', rate, contract.rate, isRateGiven],
    ['Backup calls under load', String(backup?.calls ?? load?.backups ?? 0), backup?.calls],
    ...(loads.made === 1 ? [] : [[loadsSetting, loadsText, undefined] as const]),
    ...(generators === 1
      ? []
      : [['Generators', `${generators}, at the same time`, undefined, true] as const]),
  ];
  return {
    file: contractFile,
    declarations: declarationsIn(contract),
    settings: settings.map(([name, value, declared, isOption = false]) => ({
      name,
      value,
      origin: isOption ? 'option' : declared === undefined ? 'harness default' : 'declared',
    })),
  };
}

const limitAtWords = {
  client: 'for the client, network time included',
  service: 'at the service, network time subtracted',
  'not said': 'a pass must hold for the client, a fail at the service',
};

const notDeclared = ['$schema', 'version', 'waivers'];

/** A line for each field in the contract's own words, "token.required: sync, backup", and for each waiver. */
export function declarationsIn(contract: Contract): string[] {
  const { waivers = [] } = contract;
  return [
    ...linesOf(contract, ''),
    ...waivers.map(({ check, reason, expires }) => `waiver of ${check} until ${expires}: ${reason}`),
  ];
}

function linesOf(value: unknown, path: string): string[] {
  if (notDeclared.includes(path)) return [];
  if (/\.(body|schema)$/.test(path)) return [`${path}: declared`];
  if (Array.isArray(value)) return [`${path}: ${value.join(', ')}`];
  if (typeof value !== 'object' || value === null) return [`${path}: ${value}`];
  return Object.entries(value).flatMap(([name, inner]) =>
    linesOf(inner, path === '' ? name : `${path}.${name}`),
  );
}
