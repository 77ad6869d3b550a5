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
  /** How many answers have an empty body, and how many have a body that is not JSON. */
  empty: number;
  notJson: number;
  /** One for each kind of body, such as objects. Only the first answers are read. */
  readonly forms: Shape[];
}

const mostRead = 80;
/** Characters of an answer to a wrong token. */
const mostSearched = 10_000;
const mostStatuses = 20;
const mostKept = 3000;

export function noSeenAnswers(): SeenAnswers {
  return { byEndpoint: {}, room: mostKept };
}

/**
 * `isClean`: whether a text holds nothing of a wrong token. A body that repeats one is not read. Nor is a long body: searching it would
 * take up the time for probes.
 */
export function noteAnswer(seen: SeenAnswers, answer: Answer, isClean: (text: string) => boolean): void {
  const { endpoint, credential, otherAlgorithm, response } = answer.exchange;
  if (response.status === 0 || otherAlgorithm !== null) return;
  seen.byEndpoint[endpoint] ??= { withToken: {}, withoutToken: {} };
  const byStatus = seen.byEndpoint[endpoint][credential === 'token' ? 'withToken' : 'withoutToken'];
  const counted = byStatus[response.status];
  if (counted === undefined && Object.keys(byStatus).length >= mostStatuses) return;
  const bodies = counted ?? { answers: 0, empty: 0, notJson: 0, forms: [] };
  byStatus[response.status] = bodies;
  const isShort = ({ length }: string) => credential === 'token' || length <= mostSearched;
  bodies.answers += 1;
  if (answer.json === null) bodies.empty += 1;
  else if (!answer.json.ok) bodies.notJson += 1;
  else if (bodies.answers <= mostRead && isShort(response.body) && isClean(response.body)) {
    const { value } = answer.json;
    const known = bodies.forms.find(({ kinds }) => kinds[kindOf(value)] !== undefined);
    const form = known ?? newShape();
    if (known === undefined) bodies.forms.push(form);
    learnShape(value, form, seen);
  }
}
