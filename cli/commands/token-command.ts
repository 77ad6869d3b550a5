import { createHash, createHmac } from 'node:crypto';
import type { Command } from 'commander';
import type { Hashes } from '../../scenarios/tokens/altered-token.ts';
import { madeUpTokens } from '../../scenarios/tokens/made-up-tokens.ts';
import { seedSetting, settingIn } from '../../schemas/run-settings.ts';
import type { Caller } from '../caller.ts';
import { refuse } from '../exit-status.ts';
import { accessTokenIn } from '../target.ts';

/** Hashes by Node; in a run k6 has its own. */
export const nodeHashes: Hashes = {
  digest: (algorithm, text) => createHash(algorithm).update(text).digest('hex'),
  hmacSha256: (key, text) => createHmac('sha256', key).update(text).digest('base64url'),
};

export function addTokenCommand(program: Command, { env, print, say }: Caller): void {
  program
    .command('token')
    .description(
      'print a wrong token that a run made from ACCESS_TOKEN; the curl commands of findings call this',
    )
    .argument('<number>', 'which of them, as the curl command says')
    .requiredOption('--seed <number>', 'seed of the run, as its report says')
    .action((nth: string, { seed: ofRun }: { seed: string }) => {
      const numberIn = (text: string, name: string) => Number(settingIn(name, text, seedSetting, refuse));
      const token = accessTokenIn(env, 'a made-up token is made from it');
      const [number, seed] = [numberIn(nth, 'the number of a token'), numberIn(ofRun, '--seed')];
      const { value, variety } = madeUpTokens(token, seed, nodeHashes)(number);
      // Tells whoever has pasted a curl command what is wrong with the token.
      say(variety);
      print(`${value}\n`);
    });
}
