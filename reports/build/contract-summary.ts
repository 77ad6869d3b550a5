import { limitMsOf, readingName, readingOf } from '../../checks/latency/reading.ts';
import { defaultBudget } from '../../checks/offered.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import type { Facts } from '../facts.ts';
import type { ContractSummary } from '../report.ts';

/** What the run was judged by, and who chose it. Declared bodies and schemas are mentioned, not shown. */
export function contractSummary({ plan, generators }: Facts, load: ResolvedLoad | null): ContractSummary {
  const { contract, contractFile, isRateGiven, loads = { made: 1, most: 1 } } = plan;
  const { latency, errorBudget, rate, backup } = contract;
  const givenRate = isRateGiven ? plan.load?.rate : rate;
  const budgetPercent = Number(((errorBudget ?? defaultBudget) * 100).toPrecision(3));
  return {
    file: contractFile,
    declarations: declarationsOf(contract),
    settings: [
      setting('Percentile for "under 20 ms"', readingName(readingOf(contract)), latency?.percentile),
      setting('Latency limit', `${limitMsOf(contract)} ms`, latency?.limitMs),
      setting('Where the limit holds', limitAtWords[latency?.at ?? 'not said'], latency?.at),
      setting('Error budget', `${budgetPercent} % of the valid calls`, errorBudget),
      setting('Rate', load === null ? 'no load' : `${givenRate ?? load.rate} requests per second`, givenRate),
      setting('Backup calls under load', String(backup?.calls ?? load?.backups ?? 0), backup?.calls),
      ...(loads.made === 1
        ? []
        : [
            setting(
              'Loads',
              `${loads.made} one after the other, because there were too few calls to decide; at most ${loads.most}`,
            ),
          ]),
      ...(generators === 1
        ? []
        : [
            setting('Generators', `${generators}, at the same time; percentiles accurate to 5 %`, generators),
          ]),
    ],
  };
}

const limitAtWords = {
  client: 'for the client, network time included',
  service: 'at the service, network time subtracted',
  'not said': 'a pass must hold for the client, a fail at the service',
};

function setting(name: string, value: string, declared?: unknown): ContractSummary['settings'][number] {
  return { name, value, origin: declared === undefined ? 'harness default' : 'declared' };
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
