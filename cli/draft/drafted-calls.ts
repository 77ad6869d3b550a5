import { distinct } from '../../checks/add-up.ts';
import type { SeenAnswers } from '../../checks/seen/seen-answers.ts';
import type { Shape } from '../../checks/seen/shape.ts';
import { countText } from '../../checks/wording.ts';
import type { BeforeLoad } from '../../reports/facts.ts';
import contractSchema from '../../schemas/contract.schema.json';
import { type DraftBlock, draftBlock, type Noted, quotedWords } from './commented.ts';
import { type SeenCalls, seenCalls, seenWords } from './seen-meaning.ts';

type Fields = Record<string, Noted>;

const emptyText = 'the empty string';

/** What a User may hold, which endpoints need the token, and what encrypt and backup take. */
export function callBlocks(answers: SeenAnswers, before: BeforeLoad): DraftBlock[] {
  return [
    ...draftBlock('user', 'Values of user.status besides `verified`.', userFields(answers)),
    ...draftBlock('token', 'Which of user, sync and backup need the token.', tokenFields(answers)),
    ...draftBlock('encrypt', 'What encrypt takes.', encryptFields(answers, before)),
    ...draftBlock('backup', 'How backup is called.', backupFields(before)),
  ];
}

function userFields(answers: SeenAnswers): Fields {
  const { successes } = seenCalls(answers, 'user');
  const seen = successes.forms.flatMap(({ keys }) => keys?.['user']?.keys?.['status']?.constants ?? []);
  const others = seen.filter(([value]) => typeof value === 'string' && value !== 'verified');
  const counts = others.map(([value, count]) => `${quotedWords(String(value))} in ${countText(count)}`);
  const note = `${counts.join(', ')} of the answers read. Declared: any further value is a fail.`;
  return { statuses: [distinct(others.map(([value]) => value)), note] };
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
function refusesAll({ refusals, disguised, admitted }: SeenCalls): boolean {
  const about = refusals.statuses.filter((status) => status < 500 && status !== 404 && status !== 405);
  return about.length + disguised.statuses.length > 0 && admitted.statuses.length === 0;
}

function admitsAll({ refusals, disguised, admitted }: SeenCalls): boolean {
  return admitted.statuses.length > 0 && refusals.statuses.length + disguised.statuses.length === 0;
}

function encryptFields(answers: SeenAnswers, { refusedClasses, sizeLimit }: BeforeLoad): Fields {
  const kinds: readonly string[] = contractSchema.properties.encrypt.properties.refuses.items.enum;
  const refused = sizeLimit?.leastDataBytes ? [emptyText, ...refusedClasses] : refusedClasses;
  return {
    algorithms: [
      algorithmsIn(seenCalls(answers, 'encrypt').successes.forms),
      'Named by answers, besides AES-256-GCM. Declared: they are sent too, and to refuse one is a fail.',
    ],
    maxDataBytes: [
      sizeLimit?.mostDataBytes ?? null,
      'Everything larger was refused. Declared: data of this size must be accepted, and nothing larger is sent.',
    ],
    refuses: [
      distinct(refused.filter((name) => kinds.includes(name))),
      'Every call with such data was refused. Declared: it is refused by design, and not sent.',
    ],
  };
}

/** Words under every key that is named for algorithms, and in lists there. */
function algorithmsIn(forms: readonly Shape[]): string[] {
  const wordsIn = ({ keys = {}, items, constants }: Shape, isNamed: boolean): unknown[] => [
    ...(isNamed ? (constants ?? []).map(([value]) => value) : []),
    ...(items === undefined ? [] : wordsIn(items, isNamed)),
    ...Object.entries(keys).flatMap(([name, one]) => wordsIn(one, /algorithm/i.test(name))),
  ];
  const words = forms.flatMap((form) => wordsIn(form, false)).filter((word) => typeof word === 'string');
  return distinct(words).filter((word) => word !== '' && word !== 'AES-256-GCM');
}

/** A backup that is refused may need a body; one after the first, a contract that asks for no more. */
function backupFields({ calls, errors }: BeforeLoad): Fields {
  const { results } = calls.backup;
  if (results.refused === 0) return {};
  const [outcome, { count, example }] = Object.entries(errors.backup ?? {})[0] ?? [
    '',
    { count: 0, example: '' },
  ];
  const said = `${countText(count)} calls ended in ${outcome}, saying ${quotedWords(example)}.`;
  const { succeeded } = results;
  const some = `${countText(succeeded)} calls succeeded; ${said} Declared: no more backups than this are asked for.`;
  const none = `None succeeded; ${said} Put the body here that the service needs. Declared: it is sent with every call.`;
  return succeeded > 0 ? { calls: [succeeded, some] } : { body: [{}, none] };
}
