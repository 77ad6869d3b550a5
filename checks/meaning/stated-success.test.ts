import { expect, it } from 'vitest';
import { counts, judgedProbes, type Speaks, sealed } from './service-fixture.ts';

it.each([
  ['{"ok":true}', 90],
  ['{"success":true,"id":7}', 90],
  ['{"status":"success"}', 90],
  ['{"status":"accepted"}', 0],
  ['{"ok":"maybe"}', 0],
])('%s for everyone means that %i of 90 calls without the token were done', (body, results) => {
  const everyone: Speaks = () => ({ body });
  expect(counts(judgedProbes(everyone, everyone).meanings).result).toBe(results);
});

it('says nothing where it leads refused calls elsewhere', () => {
  const login: Speaks = () => ({ body: { success: true, to: '/login' } });
  const job: Speaks = (_, index) => ({ body: { success: true, to: `/${index}-3f9c2a7d41b08e65` } });
  expect(counts(judgedProbes(login, job).meanings).result).toBe(0);
});

it('says nothing beside a text in which more may be said', () => {
  const inText: Speaks = (_, index) => ({
    body: { status: 'success', payload: sealed('x'.repeat(120), `${index}`).ciphertext },
  });
  expect(counts(judgedProbes(inText, inText).meanings).result).toBe(0);
});
