import { cookiesIn } from '../../reports/cookies-in.ts';
import { noAuthorization, validAuthorization } from '../credentials.ts';
import type { DataChoice } from '../payloads.ts';
import { encrypting, probing } from '../planned-request.ts';
import { firstOf } from '../random.ts';
import { askAndJudge, askOneByOne } from './ask-and-judge.ts';
import type { Runner } from './ask-in-time.ts';

const callsWithToken = 3;
const callsWithCookies = 20;

/**
 * A session may not stand in for the token: where answers to calls with it set cookies, asks encrypt with these and without the
 * header, unless the operator sends others.
 */
export async function askWithCookies(runner: Runner, choice: DataChoice): Promise<void> {
  const { token, headers } = runner.context.settings;
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'cookie')) return;
  const set: Record<string, string> = {};
  for (let index = 0; index < callsWithToken; index += 1) {
    const exchange = await askAndJudge(runner, encrypting(validAuthorization(token), index, choice));
    Object.assign(set, cookiesIn(exchange?.response.headers['set-cookie'] ?? ''));
  }
  const cookies = Object.entries(set).map((cookie) => cookie.join('='));
  if (cookies.length === 0) return;
  const variety = 'no header, with the cookies of a successful call';
  const authorization = { ...noAuthorization, variety, cookies: cookies.join('; ') };
  const probes = Array.from({ length: callsWithCookies }, (_, index) =>
    probing(authorization, firstOf.probe + index * 4, 0, 0, choice),
  );
  await askOneByOne(runner, probes);
}
