import { expect, it } from 'vitest';
import type { WrongCredential } from '../../checks/exchange.ts';
import { type ElsewhereLevel, elsewhereLevels, namesAt } from './elsewhere-levels.ts';

const token = 'Ab3dEf9hJk2mNp5q';
const [, , inBody, cookies] = elsewhereLevels as [unknown, unknown, ElsewhereLevel, ElsewhereLevel];
const all = cookies.names;

/** One name of four is one that services often look at. */
const turns = Math.ceil(all.length / 12);
const sentWith = (credential: WrongCredential) =>
  Array.from({ length: turns }, (_, turn) => namesAt(cookies, turn, credential, token));

it('every name is sent in a few requests with every credential', () => {
  expect(turns).toBeLessThan(16);
  for (const credential of ['absent', 'made-up'] as const)
    expect(new Set(sentWith(credential).flat())).toEqual(new Set(all));
});

it('a long token is sent under few names, because servers limit the length of a head', () => {
  const long = 'x'.repeat(900);
  expect(namesAt(cookies, 0, 'absent', long).length).toBeLessThan(3);
  expect(namesAt(cookies, 0, 'absent', long.repeat(9)).length).toBeLessThan(3);
  expect(namesAt(inBody, 0, 'absent', long).length).toBeGreaterThan(14);
});

it.each([token, 'x'.repeat(900)])(
  'what services often look at comes soon, also with a long token',
  (sentToken) => {
    const soon = Array.from({ length: 9 }, (_, turn) => namesAt(cookies, turn, 'absent', sentToken)).flat();
    for (const name of ['access_token', 'token', 'session', 'jwt', 'sid']) expect(soon).toContain(name);
  },
);
