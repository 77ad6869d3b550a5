import { expect, it } from 'vitest';
import { exchangeWith } from '../checks/exchange-fixture.ts';
import { evidenceOf } from './evidence.ts';
import { redactor } from './redact.ts';

const token = 'a-token-0123456789-in-the-answer';
const failure = { outcome: 'fail', cause: 'a cause', expected: 'another', actual: 'this' } as const;

function shownOf(body: string, offset: number) {
  const asked: string[] = [];
  const hide = redactor([token]);
  const redact = (text: string) => {
    asked.push(text);
    return hide(text);
  };
  const context = { phase: 'conformance', baseUrl: 'http://service.example', redact } as const;
  const { excerpt } = evidenceOf(exchangeWith({ text: body }), { ...failure, offset }, null, context);
  return { excerpt, parts: asked.filter((text) => text.length > 200).length };
}

it('looks once for secrets in a body that has none, and shows what stands at the offset', () => {
  const { excerpt, parts } = shownOf(`${'x'.repeat(1000)}HERE${'y'.repeat(1000)}`, 1000);
  expect(excerpt).toMatch(/^…x+HEREy+…$/);
  expect(parts).toBe(1);
});

it('shows what stands at the offset when secrets were hidden before it', () => {
  const { excerpt } = shownOf(`${token.repeat(30)} ${'x'.repeat(1000)}HERE${'y'.repeat(1000)}`, 1961);
  expect(excerpt).toMatch(/^…x{200}HEREy{196}…$/);
});

it.each(['conformance', 'load'] as const)('hides a token made from the access token, in %s', (phase) => {
  const offered = 'Ab3dEf9h5k2m';
  const authorizationInShell = 'Bearer $(printf %s "$ACCESS_TOKEN" | sed s/J/5/)';
  const request = { body: null, authorization: `Bearer ${offered}`, authorizationInShell };
  const exchange = {
    ...exchangeWith({ credential: 'made-up', text: `{"seen":"Bearer ${offered}"}` }),
    request,
  };
  const context = { phase, baseUrl: 'http://service.example', redact: redactor(['Ab3dEf9hJk2m']) };
  const evidence = evidenceOf(exchange, { ...failure, actual: offered }, null, context);
  expect(JSON.stringify(evidence)).not.toContain(offered);
  expect(evidence.excerpt).toContain('seen');
});
