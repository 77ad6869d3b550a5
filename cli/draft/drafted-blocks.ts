import { distinct } from '../../checks/add-up.ts';
import { mostTakenBytes } from '../../checks/calls/size-limit.ts';
import type { SeenAnswers, SeenByStatus } from '../../checks/draft/seen-answers.ts';
import type { Shape } from '../../checks/draft/shape.ts';
import { succeeds } from '../../checks/exchange.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { counted, countText } from '../../checks/wording.ts';
import type { BeforeLoad } from '../../reports/facts.ts';
import contractSchema from '../../schemas/contract.schema.json';
import { type Endpoint, endpointNames, endpointTitle } from '../../schemas/endpoints.ts';
import { type DraftBlock, draftBlock, type Noted } from './commented.ts';
import { schemaOf, tellsApart } from './drafted-schema.ts';

/** Drafts what successes and refusals look like from the answers with and without the token. */
export function answerBlocks(seen: SeenAnswers): DraftBlock[] {
  const drafted = endpointNames.flatMap((endpoint) => {
    const calls = seenCalls(seen, endpoint);
    return calls.successes.statuses.length === 0 ? [] : [[endpoint, draftedAnswer(endpoint, calls)] as const];
  });
  return [
    ...draftBlock('answers', aboutAnswers, Object.fromEntries(drafted)),
    ...draftBlock('refusal', aboutRefusal, refusalFields(seenCalls(seen, 'encrypt'))),
  ];
}

const aboutAnswers =
  'What successful answers look like. Declared: a success with another status, or with a body that does not match, is a fail.';
const aboutRefusal =
  'What the answer to an encrypt call without a valid token looks like. Declared: a refusal with another status, or with a body that does not match, is a fail.';

function draftedAnswer(endpoint: Endpoint, calls: SeenCalls): Noted {
  const { successes, withToken } = calls;
  const { statuses, areJson, forms } = successes;
  const seen = seenWords(withToken, statuses, 'with the token');
  const warning = endpoint === 'encrypt' ? admittedText(calls) : '';
  const schema = areJson ? schemaOf(forms) : undefined;
  const common = areJson
    ? ` ${readText(forms)}`
    : ' Not all of them had a JSON body, so no schema is drafted.';
  return [{ statuses, schema }, `${endpointTitle(endpoint)}: ${seen}.${common}${warning}`];
}

/**
 * A warning about answers without a valid token that the draft takes for successes: once declared, they fail the run. Empty: there are
 * none.
 */
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

/** None if refusals have a 2xx status and no schema tells them from successes: then declaring the successes says enough. */
function refusalFields({ refusals, successes, withoutToken }: SeenCalls): Fields {
  const { statuses, forms, areJson } = refusals;
  if (statuses.some(succeeds) && !(areJson && tellsApart(forms, successes.forms))) return {};
  return {
    statuses: [statuses, `${seenWords(withoutToken, statuses, 'without a valid token')}.`],
    schema: [areJson ? schemaOf(forms) : null, readText(forms)],
  };
}

type Fields = Record<string, Noted>;

const emptyText = 'the empty string';

/** Which endpoints need the token, and what encrypt takes. */
export function callBlocks(answers: SeenAnswers, before: BeforeLoad): DraftBlock[] {
  return [
    ...draftBlock('token', 'Which of user, sync and backup need the token.', tokenFields(answers)),
    ...draftBlock('encrypt', 'What encrypt accepts.', encryptFields(before)),
  ];
}

function tokenFields(answers: SeenAnswers): Fields {
  const known = (['user', 'sync', 'backup'] as const)
    .map((endpoint) => ({ endpoint, ...seenCalls(answers, endpoint) }))
    .filter(({ successes }) => successes.statuses.length > 0);
  const field = (those: typeof known, declared: string): Noted => {
    const seen = those.map(({ endpoint, withoutToken }) => {
      const statuses = Object.keys(withoutToken).map(Number);
      return `${endpoint}: ${seenWords(withoutToken, statuses, 'without a token')}`;
    });
    const endpoints = those.map(({ endpoint }) => endpoint);
    return [endpoints, `${seen.join('; ')}. Declared: ${declared}`];
  };
  return {
    required: field(known.filter(refusesAll), 'a success without a token is a fail.'),
    notRequired: field(known.filter(admitsAll), 'a refusal without a token is a fail.'),
  };
}

/** Failures, 404 and 405 say nothing about the token. */
function refusesAll({ refusals, admitted }: SeenCalls): boolean {
  const about = refusals.statuses.filter((status) => status < 500 && status !== 404 && status !== 405);
  return about.length > 0 && admitted.statuses.length === 0;
}

function admitsAll({ refusals, admitted }: SeenCalls): boolean {
  return admitted.statuses.length > 0 && refusals.statuses.length === 0;
}

function encryptFields({ refusedClasses, sizeLimit }: BeforeLoad): Fields {
  const kinds: readonly string[] = contractSchema.properties.encrypt.properties.refuses.items.enum;
  const refused = sizeLimit?.leastDataBytes ? [emptyText, ...refusedClasses] : refusedClasses;
  return {
    maxDataBytes: [
      mostTakenBytes(sizeLimit),
      'Everything larger was refused. Declared: data of this size must be accepted, and nothing larger is sent.',
    ],
    refuses: [
      distinct(refused.filter((name) => kinds.includes(name))),
      'Every call with such data was refused. Declared: it is refused by design, and not sent.',
    ],
  };
}

type SeenCalls = ReturnType<typeof seenCalls>;

function seenCalls({ byEndpoint }: SeenAnswers, endpoint: Endpoint) {
  const { withToken = {}, withoutToken = {} } = byEndpoint[endpoint] ?? {};
  const successes = meaningOf(withToken, succeeds);
  /** Whether a status refuses; with 2xx, if the declared successes would rule out its answers. */
  const isRefused = (status: number): boolean => {
    const { statuses, forms, areJson } = successes;
    if (!succeeds(status)) return !saysNothing.includes(status);
    if (statuses.length === 0) return false;
    if (!statuses.includes(status)) return true;
    return areJson && status !== 204 && tellsApart(forms, withoutToken[status]?.forms ?? []);
  };
  return {
    withToken,
    withoutToken,
    successes,
    // Answers without a valid token: refusals, and answers like successes.
    refusals: meaningOf(withoutToken, isRefused),
    admitted: meaningOf(withoutToken, (status) => succeeds(status) && !isRefused(status)),
  };
}

/** Statuses of limits on rate and size, and of gateways whose service is not there: these refuse no credential. */
const saysNothing: readonly number[] = [413, 414, 429, 431, 502, 503, 504];

function meaningOf(byStatus: SeenByStatus, isMeant: (status: number) => boolean) {
  const meant = Object.entries(byStatus).filter(([status]) => isMeant(Number(status)));
  const withBody = meant.filter(([status]) => status !== '204').map(([, bodies]) => bodies);
  const forms = withBody.flatMap((bodies) => bodies.forms);
  return {
    statuses: meant.map(([status]) => Number(status)).toSorted((a, b) => a - b),
    forms,
    // Whether each of them had JSON, so that a schema can describe them; a 204 needs none.
    areJson: forms.length > 0 && withBody.every(({ empty, notJson }) => empty + notJson === 0),
  };
}

/** "200 in 980 of 1 000 answers with the token". */
function seenWords(byStatus: SeenByStatus, statuses: readonly number[], ofWhich: string): string {
  const all = sumOf(Object.values(byStatus), ({ answers }) => answers);
  const shares = statuses.map((status) => `${status} in ${countText(byStatus[status]?.answers ?? 0)}`);
  return `${shares.join(', ')} of ${counted(all, 'answer')} ${ofWhich}`;
}
