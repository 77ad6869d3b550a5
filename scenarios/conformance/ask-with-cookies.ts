import { endpointNames } from '../../schemas/endpoints.ts';
import { backupBody, type DataChoice } from '../payloads.ts';
import { probing } from '../planned-request.ts';
import { firstOf, inTurn } from '../random.ts';
import { noAuthorization } from '../tokens/credentials.ts';
import { askOneByOne } from './ask-and-judge.ts';
import type { Runner } from './ask-in-time.ts';

const callsWithCookies = 20;

/**
 * A session may not stand in for the token: where answers to calls with it set cookies, asks encrypt with those of each endpoint and
 * without the header, unless the operator sends others.
 */
export async function askWithCookies(runner: Runner, choice: DataChoice): Promise<void> {
  const { settings, contract } = runner.context;
  if (Object.keys(settings.headers).some((name) => name.toLowerCase() === 'cookie')) return;
  const bodies = {
    user: null,
    encrypt: '{"data":"a","algorithm":"AES-256-GCM"}',
    sync: null,
    backup: backupBody(contract),
  };
  const forms = endpointNames.flatMap((setBy) => {
    const set = Object.entries(runner.cookies[setBy] ?? {});
    const cookies = { header: set.map((cookie) => cookie.join('=')).join('; '), setBy, body: bodies[setBy] };
    const variety = `no header, with the cookies of a successful ${setBy} call`;
    return set.length === 0 ? [] : [{ ...noAuthorization, variety, cookies }];
  });
  if (forms.length === 0) return;
  const probes = Array.from({ length: callsWithCookies }, (_, index) =>
    probing(inTurn(forms, index), firstOf.probe + index * 4, 0, 0, choice),
  );
  await askOneByOne(runner, probes);
}
