import type { Endpoint } from '../../schemas/endpoints.ts';
import type { Answer } from '../answer.ts';
import { kindOf, learnShape, newShape, type Shape } from './shape.ts';

/** What the answers before the load were like, for a draft of a contract: plain data, extended in place. Nothing is judged by it. */
export interface SeenAnswers {
  readonly byEndpoint: {
    /** `withoutToken`: without a token, or with a wrong one. */
    [endpoint in Endpoint]?: { readonly withToken: SeenByStatus; readonly withoutToken: SeenByStatus };
  };
  /** How many more keys are kept. */
  room: number;
}

export type SeenByStatus = Record<string, SeenBodies>;

/** The bodies of answers with one status. */
export interface SeenBodies {
  answers: number;
  /** Of them, those with an empty body, and those with one that is not JSON. */
  empty: number;
  notJson: number;
  /** Bodies that have nothing in common are of different forms. Only the first answers are read. */
  readonly forms: Shape[];
}

const mostRead = 80;
const mostForms = 4;
/** Characters of an answer to a wrong token. */
const mostSearched = 10_000;
const mostStatuses = 20;
const mostKept = 3000;

export function noSeenAnswers(): SeenAnswers {
  return { byEndpoint: {}, room: mostKept };
}

/**
 * `isClean`: whether a text holds nothing of a wrong token. A body that repeats one is not read, nor a long one that might: to look
 * takes so long that the time for probes would be over.
 */
export function noteAnswer(seen: SeenAnswers, answer: Answer, isClean: (text: string) => boolean): void {
  const { endpoint, credential, otherAlgorithm, response } = answer.exchange;
  if (response.status === 0 || otherAlgorithm !== null) return;
  seen.byEndpoint[endpoint] ??= { withToken: {}, withoutToken: {} };
  const byStatus = seen.byEndpoint[endpoint][credential === 'token' ? 'withToken' : 'withoutToken'];
  const known = byStatus[response.status];
  if (known === undefined && Object.keys(byStatus).length >= mostStatuses) return;
  const bodies = known ?? { answers: 0, empty: 0, notJson: 0, forms: [] };
  byStatus[response.status] = bodies;
  const isShort = ({ length }: string) => credential === 'token' || length <= mostSearched;
  bodies.answers += 1;
  if (answer.json === null) bodies.empty += 1;
  else if (!answer.json.ok) bodies.notJson += 1;
  else if (bodies.answers <= mostRead && isShort(response.body) && isClean(response.body)) {
    const { value } = answer.json;
    const form = formFor(bodies.forms, value) ?? newShape();
    if (!bodies.forms.includes(form)) bodies.forms.push(form);
    learnShape(value, form, seen);
  }
}

/** The form of its kind and, for an object, with one of its keys. The last one takes what is left over. */
function formFor(forms: readonly Shape[], value: unknown): Shape | undefined {
  const known = forms.find(({ kinds, keys = {} }) => {
    const names = kinds.object === undefined ? [] : Object.keys(keys);
    const isOfKind = kinds[kindOf(value)] !== undefined;
    return isOfKind && (names.length === 0 || names.some((name) => Object.hasOwn(Object(value), name)));
  });
  return known ?? forms[mostForms - 1];
}
