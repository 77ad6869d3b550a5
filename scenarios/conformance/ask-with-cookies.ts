import { noAuthorization, validAuthorization } from '../credentials.ts';
import type { DataChoice } from '../payloads.ts';
import { encrypting } from '../planned-request.ts';
import { firstOf } from '../random.ts';
import { askAndJudge, askOneByOne } from './ask-and-judge.ts';
import type { Runner } from './ask-in-time.ts';
import { cookiesIn } from './cookies-in.ts';

const callsWithToken = 3;
const callsWithCookies = 20;

/**
 * A session may not stand in for the token: where answers to calls with it set cookies, asks encrypt with these and without the
 * header. Returns the cookies; empty: there were none, or the operator sends others.
 */
export async function askWithCookies(runner: Runner, choice: DataChoice): Promise<string> {
  const { token, headers } = runner.context.settings;
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'cookie')) return '';
  const set: Record<string, string> = {};
  for (let index = 0; index < callsWithToken; index += 1) {
    const exchange = await askAndJudge(runner, encrypting(validAuthorization(token), index, choice));
    Object.assign(set, cookiesIn(exchange?.response.headers['set-cookie'] ?? ''));
  }
  const cookies = Object.entries(set).map((cookie) => cookie.join('='));
  if (cookies.length === 0) return '';
  const variety = 'no header, with the cookies of a successful call';
  const authorization = { ...noAuthorization, variety, cookies: cookies.join('; ') };
  const requests = Array.from({ length: callsWithCookies }, (_, index) => {
    const request = encrypting(authorization, firstOf.probe + index * 4, choice);
    return { ...request, variety: `${variety}, ${request.variety}` };
  });
  await askOneByOne(runner, requests);
  return authorization.cookies;
}
