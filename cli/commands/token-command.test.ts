import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { wrongAuthorizations } from '../../scenarios/space/credential-levels.ts';
import { madeUpLevels, madeUpTokens } from '../../scenarios/tokens/made-up-tokens.ts';
import { commandLine } from '../command-line-fixture.ts';
import { nodeHashes } from './token-command.ts';

const shapes: readonly ((bytes: Buffer) => string)[] = [
  (bytes) => bytes.toString('hex'),
  (bytes) => bytes.toString('base64'),
  (bytes) => bytes.toString('base64url'),
  (bytes) => `sk_live_${bytes.toString('hex').toUpperCase()}`,
  (bytes) => `eyJhbGciOiJIUzI1NiJ9.${bytes.toString('base64url')}.${bytes.toString('base64url')}`,
  (bytes) => `pypi-AgE${bytes.toString('base64url')}`,
  (bytes) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  (bytes) => encodeURIComponent(bytes.toString('base64')),
  (bytes) =>
    BigInt(`0x${bytes.toString('hex')}`)
      .toString()
      .padStart(8, '0'),
  (bytes) =>
    [...bytes]
      .map((byte) => String.fromCharCode(33 + (byte % 94)))
      .join('')
      .padEnd(8, '$'),
];

const tokens = Array.from({ length: 200 }, (_, index) => {
  const bytes = createHash('sha512')
    .update(String(index))
    .digest()
    .subarray(0, 6 + (index % 50));
  return shapes[index % shapes.length]?.(bytes) ?? '';
});

/** More than it takes to send each kind once, and each in its next form. */
const numbers = Array.from({ length: 600 }, (_, index) => index);

it('makes no token that is the access token, of any kind, from 200 tokens', () => {
  const kinds = new Set<string>();
  for (const token of tokens) {
    const madeUp = madeUpTokens(token, 3, nodeHashes);
    for (const { level, value } of numbers.map(madeUp)) {
      kinds.add(level);
      if (value === token || value === '') expect.fail(`${level}: ${token}`);
    }
  }
  expect([...kinds].sort()).toEqual(madeUpLevels.map(({ name }) => name).sort());
});

it('prints what a run sent, and says what that is', async () => {
  for (const [index, token] of tokens.entries()) {
    const number = index * 3;
    const sent = wrongAuthorizations(token, 7, nodeHashes)('made-up', number);
    const args = ['token', String(number), '--seed', '7'];
    const { exitCode, output } = await commandLine(args, { env: { ACCESS_TOKEN: token } });
    expect([exitCode, output]).toEqual([0, `${sent.variety}\n${sent.header?.slice('Bearer '.length)}\n`]);
  }
});

it.each([
  ['no token', ['5', '--seed', '1'], {}, /ACCESS_TOKEN is not set: a made-up token is made from it/],
  ['no token beside a secret source', ['5', '--seed', '1'], { K6_SECRET_SOURCE: 'file=x' }, /not set/],
  ['a token that no run takes', ['5', '--seed', '1'], { ACCESS_TOKEN: 'short' }, /fewer than 8/],
  ['a number that is none', ['x', '--seed', '1'], { ACCESS_TOKEN: tokens[0] }, /number of a token: give/],
  ['a seed that is none', ['5', '--seed', '-1'], { ACCESS_TOKEN: tokens[0] }, /--seed: give/],
  ['no seed', ['5'], { ACCESS_TOKEN: tokens[0] }, /--seed <number>/],
  ['no number', ['--seed', '1'], { ACCESS_TOKEN: tokens[0] }, /number/],
])('refuses %s', async (_, args, env, said) => {
  const { exitCode, output } = await commandLine(['token', ...args], { env: env as Record<string, string> });
  expect(exitCode).toBe(2);
  expect(output).toMatch(said);
  expect(output).not.toContain(tokens[0]);
});
