import { defaultBudget } from '../../checks/calls/offered.ts';
import {
  decidingPercentile,
  type LoadsMade,
  limitMsOf,
  percentileName,
} from '../../checks/latency/expectation.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import type { Facts } from '../facts.ts';
import type { ContractSummary } from '../report.ts';

/** The number of loads is an outcome of the run. */
export const loadsSetting = 'Loads';

/** What the run was judged by, and who chose it. Declared bodies and schemas are mentioned but not shown. */
export function contractSummary({ plan, generators }: Facts, load: ResolvedLoad | null): ContractSummary {
  const { contract, contractFile, isRateGiven, loads = { made: 1, most: 1 } } = plan;
  const { latency, errorBudget, rate, backup } = contract;
  const givenRate = isRateGiven ? plan.load?.rate : rate;
  const budgetPercent = Number(((errorBudget ?? defaultBudget) * 100).toPrecision(3));
  return {
    file: contractFile,
    declarations: declarationsOf(contract),
    settings: [
      setting(
        'Percentile for "under 20 ms"',
        percentileName(decidingPercentile(contract)),
        latency?.percentile,
      ),
      setting('Latency limit', `${limitMsOf(contract)} ms`, latency?.limitMs),
      setting('Where the limit holds', limitAtWords[latency?.at ?? 'not said'], latency?.at),
      setting('Error budget', `${budgetPercent} % of the valid calls`, errorBudget),
      setting('Rate', load === null ? 'no load' : `${givenRate ?? load.rate} requests per second`, givenRate),
      setting('Backup calls under load', String(backup?.calls ?? load?.backups ?? 0), backup?.calls),
      loads.made === 1 ? [] : setting(loadsSetting, loadsText(loads)),
      generators === 1
        ? []
        : setting('Generators', `${generators}, at the same time; percentiles accurate to 5 %`, generators),
    ].flat(),
  };
}

function loadsText({ made, most }: LoadsMade): string {
  return `${made} one after the other, because evidence was missing; at most ${most}`;
}

const limitAtWords = {
  client: 'for the client, network time included',
  service: 'at the service, network time subtracted',
  'not said': 'a pass must hold for the client, a fail at the service',
};

function setting(name: string, value: string, declared?: unknown): ContractSummary['settings'][number] {
  return { name, value, origin: declared === undefined ? 'harness default' : 'declared' };
}

/** Shown among the settings, together with the harness's defaults. */
const amongSettings = [
  'rate',
  'errorBudget',
  'latency.percentile',
  'latency.limitMs',
  'latency.at',
  'backup.calls',
];
const notShown: readonly string[] = ['$schema', 'version', ...amongSettings];

function declarationsOf({ waivers = [], ...contract }: Contract): string[] {
  return [
    ...declaredIn(contract, ''),
    ...waivers.map(({ check, reason, expires }) => `waiver of ${check} until ${expires}: ${reason}`),
  ];
}

/** A line for each field in the contract's own words: "token.required: sync, backup". */
function declaredIn(value: unknown, path: string): string[] {
  if (notShown.includes(path)) return [];
  if (/\.(body|schema)$/.test(path)) return [`${path}: declared`];
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${path}: ${Array.isArray(value) ? value.join(', ') : value}`];
  return Object.entries(value).flatMap(([name, inner]) =>
    declaredIn(inner, path === '' ? name : `${path}.${name}`),
  );
}
