import { expect, it } from 'vitest';
import type { Answer } from '../../checks/answer.ts';
import type { TokenElsewhere, WrongCredential } from '../../checks/exchange.ts';
import { answerWith } from '../../checks/exchange-fixture.ts';
import { type ElsewhereLevel, elsewhereLevels, namesAt } from '../space/elsewhere-levels.ts';
import { likeliestNames } from './likeliest-names.ts';

const token = 'Ab3dEf9hJk2mNp5q';
const [, , inBody, cookies] = elsewhereLevels as [unknown, unknown, ElsewhereLevel, ElsewhereLevel];
const all = cookies.names;

const elsewhereAt = (turn: number, credential: WrongCredential): TokenElsewhere => ({
  place: 'cookie',
  names: namesAt(cookies, turn, credential, token),
  token,
});

/** The answer of a service that admits who sends one of these cookies, but not at every turn. */
function answered(elsewhere: TokenElsewhere, admits: readonly string[], isBusy = false): Answer {
  const answer = answerWith({ endpoint: 'encrypt', credential: 'absent' });
  const { exchange } = answer;
  const isAdmitted = !isBusy && elsewhere.names.some((name) => admits.includes(name));
  return {
    ...answer,
    exchange: { ...exchange, request: { ...exchange.request, elsewhere } },
    meaning: { is: isAdmitted ? 'result' : 'refusal' },
  };
}

/** One name of four is one that services often look at. */
const turns = Math.ceil(all.length / 12);
const sentWith = (credential: WrongCredential) =>
  Array.from({ length: turns }, (_, turn) => elsewhereAt(turn, credential));
const [sent, sentAgain] = [sentWith('absent'), sentWith('made-up')];

it('every name is sent in a few requests, beside others with every credential', () => {
  expect(turns).toBeLessThan(16);
  for (const one of [sent, sentAgain])
    expect(new Set(one.flatMap(({ names }) => names))).toEqual(new Set(all));
  const beside = (name: string) =>
    [sent, sentAgain].map((one) => one.find(({ names }) => names.includes(name))?.names ?? []);
  for (const name of all) {
    const [some, others] = beside(name);
    expect(some?.filter((one) => others?.includes(one)).length).toBeLessThan(9);
  }
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

it.each(['sid', 'accessToken', 'PHPSESSID'])(
  'names %s, for which a service admits who has no token',
  (name) => {
    // Once it refuses that, too.
    const busy = sentAgain.find(({ names }) => names.includes(name));
    const answers = [...sent, ...sentAgain, ...sentWith('scheme')].map((one) =>
      answered(one, [name], one === busy),
    );
    const [admitted] = sent.filter(({ names }) => names.includes(name));
    const left = admitted && likeliestNames(answers)(admitted).names;
    expect(left).toContain(name);
    expect(left?.length).toBeLessThan(3);
  },
);

it('leaves all names where none of them matters', () => {
  const answers = sent.map((one) => answered(one, all));
  expect(sent.map((one) => likeliestNames(answers)(one))).toEqual(sent);
});
