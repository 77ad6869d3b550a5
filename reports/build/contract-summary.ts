import { defaultBudget } from '../../checks/offered.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import type { Facts } from '../facts.ts';
import type { ContractSummary } from '../report.ts';

/** What the run was judged by, and who chose it. Declared bodies and schemas are mentioned, not shown. */
export function contractSummary({ plan, generators }: Facts, load: ResolvedLoad | null): ContractSummary {
  const { latency, errorBudget, rate, backup } = plan.contract;
  const { loads = { made: 1, most: 1 } } = plan;
  const givenRate = plan.isRateGiven ? plan.load?.rate : rate;
  return {
    file: plan.contractFile,
    declarations: declarationsOf(plan.contract),
    settings: [
      setting('Percentile for "under 20 ms"', latency?.percentile, 99, (value) =>
        value === 'every' ? 'every request' : `p${value}`,
      ),
      setting('Latency limit', latency?.limitMs, 20, (value) => `${value} ms`),
      setting<keyof typeof limitAtWords>(
        'Where the limit holds',
        latency?.at,
        'not said',
        (value) => limitAtWords[value],
      ),
      setting(
        'Error budget',
        errorBudget,
        defaultBudget,
        (value) => `${Number((value * 100).toPrecision(3))} % of the valid calls`,
      ),
      setting('Rate', givenRate, load?.rate ?? 0, (value) =>
        load === null ? 'no load' : `${value} requests per second`,
      ),
      setting('Backup calls under load', backup?.calls, load?.backups ?? 0, String),
      ...(loads.made === 1
        ? []
        : [
            {
              name: 'Loads',
              value: `${loads.made} one after the other, because there were too few calls to decide; at most ${loads.most}`,
              origin: 'harness default' as const,
            },
          ]),
      ...(generators === 1
        ? []
        : [
            {
              name: 'Generators',
              value: `${generators}, at the same time; percentiles accurate to 5 %`,
              origin: 'declared' as const,
            },
          ]),
    ],
  };
}

const limitAtWords = {
  client: 'for the client, network time included',
  service: 'at the service, network time subtracted',
  'not said': 'a pass must hold for the client, a fail at the service',
};

function setting<T>(
  name: string,
  declared: T | undefined,
  fallback: T,
  words: (value: T) => string,
): ContractSummary['settings'][number] {
  return declared === undefined
    ? { name, value: words(fallback), origin: 'harness default' }
    : { name, value: words(declared), origin: 'declared' };
}

function declarationsOf({
  answers = {},
  refusal,
  user,
  token,
  encrypt,
  backup,
  availability,
  observeOnly,
  waivers,
}: Contract): string[] {
  const said = [
    ...Object.entries(answers).map(
      ([name, { statuses, schema }]) => `Successful ${name} answers: ${wordsFor(statuses, schema)}.`,
    ),
    refusal && `Refusals: ${wordsFor(refusal.statuses, refusal.schema)}.`,
    user?.statuses && `user.status is one of ${user.statuses.join(', ')}.`,
    token?.required && `The token is required on ${token.required.join(', ')}.`,
    token?.notRequired && `The token is not required on ${token.notRequired.join(', ')}.`,
    encrypt?.algorithms && `Encrypt accepts ${encrypt.algorithms.join(', ')}.`,
    backup?.call === false && 'Backups are never created.',
    backup?.body !== undefined && 'The body of a backup call is declared.',
    availability && `99.99 percent means ${availability.meaning}.`,
    observeOnly && `Recorded only: ${observeOnly.join(', ')}.`,
    ...(waivers ?? []).map(({ check, reason, expires }) => `Waived until ${expires}: ${check} (${reason}).`),
  ];
  return said.filter((text): text is string => typeof text === 'string');
}

function wordsFor(statuses: readonly number[] | undefined, schema: object | boolean | undefined): string {
  const parts = [
    statuses && `status ${statuses.join(' or ')}`,
    schema !== undefined && 'a body that matches the declared schema',
  ];
  return parts.filter(Boolean).join(', ');
}
