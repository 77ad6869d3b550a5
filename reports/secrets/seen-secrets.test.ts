import { describe, expect, it } from 'vitest';
import { cleanAnswers } from '../../checks/draft/clean-answers.ts';
import { noSeenAnswers, noteAnswer } from '../../checks/draft/seen-answers.ts';
import { answerWith } from '../../checks/exchange-fixture.ts';
import { redactor } from './redact.ts';

const token = 'correct-horse-battery';
const redact = redactor([token]);

/** What is kept of answers with this body. */
function keptOf(body: unknown): string {
  const seen = noSeenAnswers();
  for (let index = 0; index < 5; index += 1)
    noteAnswer(seen, answerWith({ endpoint: 'sync', body }), () => true);
  return JSON.stringify(cleanAnswers(seen, (text) => redact(text) === text));
}

const bytes = [...Buffer.from(token)];

describe('what is kept of answers that say the token', () => {
  it.each([
    ['as a word', { a: token, b: 'done' }],
    ['as a key', { [token]: 1, done: { [`x-${token}`]: 1 } }],
    ['in parts of it', { a: 'correct-horse', b: 'horse-battery' }],
    ['in groups in a list of algorithms', { algorithms: ['correct', 'horse', 'battery'] }],
    ['by the places of its characters', { ...[...token] }],
    ['by the places of its bytes', { ...bytes }],
    ['as words by their places', { 0: 'correct', 1: '-horse-', 2: 'battery' }],
    ['as keys', Object.fromEntries([...token].map((char, index) => [`${index}: ${char}`, 1]))],
    ['as a number', 12345678],
  ])('%s, is nothing of it', (_, body) => {
    const kept = keptOf(body);
    expect(redact(kept)).toBe(kept);
    for (let start = 0; start + 8 <= token.length; start += 1)
      expect(kept).not.toContain(token.slice(start, start + 8));
    expect(JSON.parse(kept).byEndpoint.sync.withToken['200'].answers).toBe(5);
  });

  it('is all the rest of it', () => {
    expect(keptOf({ echo: token, state: 'done', list: ['x'] })).toContain('"list":{"count":5');
    expect(keptOf({ state: 'done' })).toContain('"state"');
  });
});
