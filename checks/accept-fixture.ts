import type { Contract, DeclaredValidators } from '../schemas/contract.ts';
import { type GlancedRequest, glancesFor } from './accept.ts';
import { readAnswer } from './answer.ts';
import { checksFor } from './catalogue.ts';
import { judge } from './check.ts';
import { type Exchange, subjectsOfSuccess } from './exchange.ts';
import { type KnownAnswers, nothingLearned } from './meaning/meaning.ts';
import { bodyLacksResult } from './meaning/successes.ts';
import { utf8Bytes } from './utf8-bytes.ts';

/** Compares the glances at answers to valid calls with what the checks say of them. */
export function glances(
  contract: Contract = { version: 1 },
  validators: DeclaredValidators = {},
  known: KnownAnswers = nothingLearned,
) {
  const checks = checksFor(contract, validators);
  const accepting = glancesFor({ contract, validators }, known);
  return {
    isAccepted: ({ endpoint, request, response }: Exchange): boolean =>
      response.isUtf8 === true &&
      accepting[endpoint](response.status, response.body, sentWith(request.body), 0),
    /** Reasons why the answer must not be accepted; empty: none. */
    objections: (exchange: Exchange): string[] => {
      const lacks = (json: Parameters<typeof bodyLacksResult>[0]) =>
        exchange.endpoint === 'encrypt' && bodyLacksResult(json, known.results);
      const answer = readAnswer(exchange, { contract, validators }, known, ({ json }) =>
        lacks(json) ? { is: 'refusal' } : null,
      );
      const { result } = answer;
      const subjects = subjectsOfSuccess(exchange.endpoint);
      return [
        ...(result === 'succeeded' ? [] : [result]),
        ...(answer.subjects.join() === subjects.join() ? [] : [answer.subjects.join()]),
        ...judge(checks, answer).flatMap(({ check, judgement }) =>
          judgement.outcome === 'pass' ? [] : check.id,
        ),
      ];
    },
  };
}

function sentWith(body: string | null): GlancedRequest {
  return { dataBytes: body === null ? 0 : utf8Bytes(JSON.parse(body).data ?? ''), latestResult: null };
}
