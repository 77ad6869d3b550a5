import { expect, it } from 'vitest';
import { exchangeWith } from '../checks/exchange-fixture.ts';
import { metClosedConnection } from './call-failure.ts';

const encrypt = (error: string) =>
  exchangeWith({ endpoint: 'encrypt', response: { status: 0, failure: 'reset', error } });

it.each([
  ['EOF', true],
  ['http: server closed idle connection', true],
  ['write tcp 127.0.0.1:57002->127.0.0.1:39593: use of closed network connection', true],
  ['read tcp 127.0.0.1:57002->127.0.0.1:39593: read: connection reset by peer', true],
  ['write tcp 127.0.0.1:57002->127.0.0.1:39593: write: broken pipe', true],
  ['unexpected EOF', false],
])('%s on a used connection: asked again: %s', (error, isAskedAgain) => {
  expect(metClosedConnection(encrypt(error))).toBe(isAskedAgain);
  expect(metClosedConnection({ ...encrypt(error), connection: 'fresh' })).toBe(false);
});
