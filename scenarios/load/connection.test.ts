import { expect, it } from 'vitest';
import { newConnection } from './connection.ts';

const used = { opened: false, failed: false, closeAfter: false };
const fresh = { ...used, opened: true };

it.each([
  ['a connection that lasts', [fresh, used, used], ['first', 'none', 'none']],
  [
    'one that we close',
    [fresh, { ...used, closeAfter: true }, fresh, used],
    ['first', 'none', 'ours', 'none'],
  ],
  ['one that the service closes', [fresh, used, fresh, fresh], ['first', 'none', 'theirs', 'theirs']],
  ['one that breaks', [fresh, { ...used, failed: true }, fresh], ['first', 'none', 'first']],
  [
    'a fresh one on which nothing is answered',
    [
      { ...fresh, closeAfter: true },
      { ...used, failed: true },
    ],
    ['first', 'ours'],
  ],
])('%s', (_, calls, openings) => {
  const connection = newConnection();
  const made = calls.map((call) => {
    connection.begin();
    return connection.end(call);
  });
  expect(made).toEqual(openings);
});

it('a call that is interrupted takes its connection with it', () => {
  const connection = newConnection();
  connection.begin();
  connection.end(fresh);
  connection.begin();
  connection.begin();
  expect(connection.end(fresh)).toBe('first');
});
