import type { Contract } from '../../schemas/contract.ts';
import type { Answer } from '../answer.ts';
import { type Check, declaredReading, fail, type Judgement, notApplicable, pass } from '../check.ts';
import { callResult, type Exchange, outcomeName } from '../exchange.ts';
import { reportsError } from '../reported-error.ts';
import type { DeclaredMeaning } from './meaning.ts';

/** The variety of a valid encrypt call that names another algorithm than `AES-256-GCM`. */
export function algorithmVariety(algorithm: string): string {
  return `algorithm ${algorithm}`;
}

export function namesOtherAlgorithm({ endpoint, variety }: Exchange): boolean {
  return endpoint === 'encrypt' && variety.startsWith('algorithm ');
}

export function algorithmChecks(contract: Contract, declaredMeaning: DeclaredMeaning): Check[] {
  const algorithms = contract.encrypt?.algorithms ?? [];
  if (algorithms.length === 0) return [];
  return [
    {
      id: 'encrypt-algorithms-accepted',
      clause: '4.encrypt.algorithms',
      origin: 'declared',
      title: `Encrypt accepts the declared algorithms (${algorithms.join(', ')})`,
      failureTitle: 'Encrypt refuses a declared algorithm',
      subject: 'encrypt-algorithm',
      besideSuccess: 'fail',
      reading: `${declaredReading} Failures, redirects, 401 and 403 say nothing about the algorithm.`,
      judge: (answer) => judgeAlgorithm(answer, declaredMeaning(answer)),
    },
  ];
}

function judgeAlgorithm({ exchange, json }: Answer, meaning: ReturnType<DeclaredMeaning>): Judgement {
  const result = callResult(exchange);
  const actual = outcomeName(exchange);
  if (result === 'refused') return fail(exchange.variety, 'a success', actual);
  if (result !== 'succeeded') return notApplicable;
  if (meaning === 'refusal' || meaning === 'neither')
    return fail(exchange.variety, 'a success', `${actual}, which is not a success by the contract`);
  if (meaning === undefined && reportsError(json))
    return { outcome: 'undecided', cause: 'a 2xx answer that reports an error', actual };
  if (meaning === 'either')
    return { outcome: 'undecided', cause: 'a 2xx answer that may be a declared refusal', actual };
  return pass;
}
