import { parseBaseUrl } from '../../schemas/base-url.ts';
import { accessTokenProblem, given } from '../../schemas/run-settings.ts';
import { secretNamed } from '../settings.ts';

/** The service that the judged one is compared with. */
export interface Counterpart {
  readonly baseUrl: string;
  readonly userinfo: string | null;
  readonly token: string;
  /** Whether its token is one of its own. */
  readonly hasOwnToken: boolean;
}

export interface CounterpartSetting {
  /** null: none was named. */
  readonly counterpart: Counterpart | null;
  readonly problems: readonly string[];
}

/** From COMPARE_URL and COMPARE_ACCESS_TOKEN; without the latter it gets the judged service's token. */
export async function readCounterpart(judgedToken: string): Promise<CounterpartSetting> {
  const text = given(__ENV['COMPARE_URL']);
  if (text === null) return { counterpart: null, problems: [] };
  const target = parseBaseUrl(text);
  const own = await secretNamed('COMPARE_ACCESS_TOKEN');
  const token = own ?? judgedToken;
  const tokenProblem = accessTokenProblem(token);
  const problems = [
    ...(target.ok ? [] : [`COMPARE_URL: ${target.problem}.`]),
    ...(own === null || tokenProblem === null ? [] : [`COMPARE_ACCESS_TOKEN: ${tokenProblem}.`]),
  ];
  if (!target.ok) return { counterpart: null, problems };
  const { url, userinfo } = target.value;
  return { counterpart: { baseUrl: url, userinfo, token, hasOwnToken: own !== null }, problems };
}
