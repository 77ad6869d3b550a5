import type { SeenAnswers } from '../../checks/seen/seen-answers.ts';
import type { Shape } from '../../checks/seen/shape.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { countText } from '../../checks/wording.ts';
import { type Endpoint, endpointNames, endpointTitle } from '../../schemas/endpoints.ts';
import { type DraftBlock, draftBlock, type Noted } from './commented.ts';
import { schemaOf, tellsApart, withoutWords } from './drafted-schema.ts';
import { type SeenCalls, seenCalls, seenWords } from './seen-meaning.ts';

/** What successes and refusals look like, as the answers with and without the token did. */
export function answerBlocks(seen: SeenAnswers): DraftBlock[] {
  const drafted = endpointNames.flatMap((endpoint) => {
    const calls = seenCalls(seen, endpoint);
    return calls.successes.statuses.length === 0 ? [] : [[endpoint, draftedAnswer(endpoint, calls)] as const];
  });
  const { refusal, needsAnswers } = draftedRefusal(seenCalls(seen, 'encrypt'));
  const blocks = [
    ...draftBlock('answers', aboutAnswers, Object.fromEntries(drafted)),
    ...draftBlock('refusal', aboutRefusal, refusal),
  ];
  if (!needsAnswers) return blocks;
  const declared = Object.assign({}, ...blocks.map((block) => block.declared));
  return [{ prose: [...blocks.flatMap(({ prose }) => prose), together], declared }];
}

const aboutAnswers =
  'What successful answers look like. Declared: a success with another status, or with a body that does not match, is a fail.';
const aboutRefusal =
  'What the answer to an encrypt call without a valid token looks like. Declared: a refusal with another status, or with a body that does not match, is a fail.';
const together =
  'answers.encrypt and refusal belong together: some refusals are known only by not being a success.';

function draftedAnswer(endpoint: Endpoint, calls: SeenCalls): Noted {
  const { successes, disguised, withToken } = calls;
  const { statuses, areJson } = successes;
  // The document says which words a user may have.
  const forms = endpoint === 'user' ? successes.forms.map(withoutWords) : successes.forms;
  const seen = seenWords(withToken, statuses, 'with the token');
  const warning = endpoint === 'encrypt' ? admittedText(calls) : '';
  const schema = areJson ? schemaOf(forms, endpoint === 'encrypt' ? disguised.forms : []) : undefined;
  const common = areJson
    ? ` ${readText(forms)}`
    : ' Not all of them had a JSON body, so that no schema is drafted.';
  return [{ statuses, schema }, `${endpointTitle(endpoint)}: ${seen}.${common}${warning}`];
}

/** A warning of answers without a valid token that the draft calls successes: declared, they fail the run. Empty: there are none. */
function admittedText({ admitted, withoutToken }: SeenCalls): string {
  if (admitted.statuses.length === 0) return '';
  const seen = seenWords(withoutToken, admitted.statuses, 'without a valid token');
  return ` It describes these too: ${seen}. Declared as it is, they are a fail; if they are refusals, add what sets them apart from successes.`;
}

function readText(forms: readonly Shape[]): string {
  const bodies = countText(sumOf(forms, ({ count }) => count));
  const several = `The ${forms.length} forms of ${bodies} bodies: delete what should not be one.`;
  return forms.length === 1 ? `What ${bodies} of the bodies have in common.` : several;
}

/** `needsAnswers`: without what successes look like, the contract would be refused. */
function draftedRefusal({ refusals, disguised, successes, withoutToken }: SeenCalls) {
  const statuses = [...refusals.statuses, ...disguised.statuses].toSorted((a, b) => a - b);
  if (statuses.length === 0) return { refusal: {}, needsAnswers: false };
  const forms = [...refusals.forms, ...disguised.forms];
  const isDisguised = disguised.statuses.length > 0;
  const areJson = [refusals, disguised].every((one) => one.statuses.length === 0 || one.areJson);
  const hasSchema = areJson && !(isDisguised && !tellsApart(forms, successes.forms));
  const seen = seenWords(withoutToken, statuses, 'without a valid token');
  const schema = hasSchema ? schemaOf(forms, isDisguised ? successes.forms : []) : null;
  const refusal: Record<string, Noted> = {
    statuses: [statuses, `${seen}.`],
    schema: [schema, readText(forms)],
  };
  return { refusal, needsAnswers: isDisguised && !hasSchema };
}
