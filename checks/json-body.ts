import type { Answer } from './answer.ts';
import { type Check, fail, type Judgement, notApplicable, pass } from './check.ts';

function judgeJson({ json, exchange }: Answer): Judgement {
  if (json === null) return notApplicable;
  return json.ok
    ? pass
    : fail('not JSON', 'a JSON text', json.reason, Math.min(json.offset, exchange.response.body.length));
}

function bodyIsJson(endpoint: 'encrypt' | 'sync' | 'backup'): Check {
  return {
    id: `${endpoint}-body-json`,
    clause: '4.bodies-json',
    origin: 'stated',
    title: `The body of a successful ${endpoint} answer is JSON`,
    failureTitle: `The body of a successful ${endpoint} answer is not JSON`,
    subject: `${endpoint}-body`,
    reading: 'Where a successful answer has a body. Its fields are not shown, so any JSON value is right.',
    judge: judgeJson,
  };
}

export const jsonBodyChecks: readonly Check[] = [
  {
    id: 'user-body-json',
    clause: '4.bodies-json',
    origin: 'stated',
    title: 'The body of a successful user answer is JSON',
    failureTitle: 'The body of a successful user answer is not JSON',
    subject: 'user-answer',
    reading: 'A JSON object is stated for this endpoint, so an empty body breaks the clause too.',
    judge: (answer) =>
      answer.json === null ? fail('empty body', 'a JSON object', 'an empty body') : judgeJson(answer),
  },
  bodyIsJson('encrypt'),
  bodyIsJson('sync'),
  bodyIsJson('backup'),
];
