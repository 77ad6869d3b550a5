import { type Endpoint, endpointNames } from '../schemas/endpoints.ts';
import { distinct } from './add-up.ts';
import type { Subject } from './answer.ts';
import type { Accepts, Check } from './check.ts';
import { parseJsonText } from './json-text/json-text.ts';
import type { KnownAnswers } from './meaning/meaning.ts';
import { statedError } from './meaning/stated-error.ts';
import { bodyLacksResult } from './meaning/successes.ts';

/** A glance at an answer to a valid call for the stated algorithm. `text`: its body, as UTF-8. */
type AcceptsAnswer = (status: number, text: string) => boolean;

const never: Accepts = () => false;

/** The subjects of a success that has a JSON body. */
export function subjectsOfSuccess(endpoint: Endpoint): Subject[] {
  return endpoint === 'user' ? ['user-answer'] : [`${endpoint}-answer`, `${endpoint}-body`];
}

/**
 * Returns a function that tells at a glance whether an endpoint's answer is certainly a success that passes every check. Nearly
 * all answers of a load are, and the glance costs a fraction of the checks, which judge all other answers.
 */
function glanceAt(endpoint: Endpoint, checks: readonly Check[], { results }: KnownAnswers): AcceptsAnswer {
  const subjects = subjectsOfSuccess(endpoint);
  const own = checks.filter(({ subject }) => subjects.includes(subject));
  // Many checks share one accepting function.
  const ways = distinct(own.map(({ accepts = never }) => accepts));
  const glance = (status: number, text: string) => {
    if (status < 200 || status >= 300) return false;
    const json = parseJsonText(text);
    if (!json.ok || json.notes.length > 0) return false;
    // With these headers, any body that could be a problem document counts as one.
    if (statedError(json, { status, headers: problemHeaders }) !== null) return false;
    if (endpoint === 'encrypt' && bodyLacksResult(json, results)) return false;
    const { value } = json;
    return ways.every((accepts) => accepts(value, status));
  };
  // Many services give the same answer to every call of the other endpoints.
  if (endpoint === 'encrypt') return glance;
  let [lastStatus, lastText] = [-1, ''];
  return (status, text) => {
    if (status === lastStatus && text === lastText) return true;
    if (!glance(status, text)) return false;
    [lastStatus, lastText] = [status, text];
    return true;
  };
}

/** A glance for each endpoint. Each remembers the latest answer that it accepted. */
export function glancesFor(checks: readonly Check[], known: KnownAnswers): Record<Endpoint, AcceptsAnswer> {
  const glances = endpointNames.map((endpoint) => [endpoint, glanceAt(endpoint, checks, known)]);
  return Object.fromEntries(glances) as Record<Endpoint, AcceptsAnswer>;
}

const problemHeaders = { 'content-type': 'application/problem+json' };
