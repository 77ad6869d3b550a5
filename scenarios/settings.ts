import type { Options } from 'k6/options';
import secrets from 'k6/secrets';
import { parseBaseUrl } from '../schemas/base-url.ts';
import { readChosen } from '../schemas/profiles.ts';
import {
  given,
  holdsToken,
  parsedIn,
  parseRequestHeaders,
  type Refuse,
  usableToken,
} from '../schemas/run-settings.ts';

export type Settings = Awaited<ReturnType<typeof readSettings>>;

export async function readSettings(compares: boolean) {
  const { run, contract } = HARNESS_RUN;
  const problems: string[] = [];
  const refuse: Refuse = (name, problem) => {
    problems.push(`${name}: ${problem}.`);
    return null;
  };
  if (given(__ENV['BASE_URL']) === null) problems.push('No service given: set BASE_URL.');
  const { url: baseUrl, userinfo } = urlFrom('BASE_URL', refuse) ?? { url: '', userinfo: null };
  const token = (await secretNamed('ACCESS_TOKEN')) ?? '';
  // Kept even if it cannot be used, so that it is redacted everywhere.
  usableToken('ACCESS_TOKEN', token, refuse);
  const counterpart = compares ? await readCounterpart(token, refuse) : null;
  if (holdsToken(contract, token) || holdsToken(contract, counterpart?.token ?? ''))
    problems.push('The contract holds the access token; remove it, or use another token.');
  const own = parseRequestHeaders(__ENV['REQUEST_HEADERS'] ?? '');
  if ((given(__ENV['CLIENT_CERT']) === null) !== (given(__ENV['CLIENT_KEY']) === null))
    problems.push('CLIENT_CERT and CLIENT_KEY belong together: set both.');
  return {
    baseUrl,
    userinfo,
    token,
    /** The operator's headers, sent with each request to the judged service. */
    headers: parsedIn('REQUEST_HEADERS', own, refuse) ?? {},
    /** Choices of the operator of plain k6; null: the command line has settled the run. */
    chosen: run === null ? readChosen((name) => given(__ENV[name]), refuse) : null,
    counterpart,
    /** Folder for the report; empty in virtual users. */
    out: __VU === 0 ? outFolder() : '',
    /** The most loads that the command line makes, one after the other, and the number of this one. */
    loads: run?.loads ?? { most: 1, made: 1 },
    companion: run?.companion ?? null,
    startedAtMs: run?.startedAtMs ?? Date.now(),
    /** Reasons why the run is impossible. setup() reports them, because the init stage must not throw. */
    problems,
  };
}

/** Reads COMPARE_URL and COMPARE_ACCESS_TOKEN; null: not set, or not a URL. */
async function readCounterpart(judgedToken: string, refuse: Refuse) {
  const target = urlFrom('COMPARE_URL', refuse);
  if (target === null) return null;
  const own = await secretNamed('COMPARE_ACCESS_TOKEN');
  if (own !== null) usableToken('COMPARE_ACCESS_TOKEN', own, refuse);
  const { url: baseUrl, userinfo } = target;
  return { baseUrl, userinfo, token: own ?? judgedToken, hasOwnToken: own !== null };
}

function urlFrom(name: string, refuse: Refuse) {
  const text = given(__ENV[name]);
  return text === null ? null : parsedIn(name, parseBaseUrl(text), refuse);
}

/** OUT, `results` beside the bundle's folder, or the working one. Without that folder k6 loses the report and still exits 0. */
function outFolder(): string {
  const named = __ENV['OUT'];
  if (named !== undefined && named !== '') return named.replace(/\/+$/, '') || '/';
  try {
    open('../results/.keep');
    return import.meta.resolve('../results').replace(/^file:\/\//, '');
  } catch {
    return '.';
  }
}

/** Reads k6's secret source if one is configured, otherwise the environment; null: not set. */
async function secretNamed(name: string): Promise<string | null> {
  try {
    return await secrets.get(name);
  } catch {
    return given(__ENV[name]);
  }
}

/** User agent, redirects and client certificate of every call. k6 can read the certificate's files only in the init stage. */
export function clientOptions(): Pick<Options, 'maxRedirects' | 'userAgent' | 'tlsAuth'> {
  const [cert, key] = [given(__ENV['CLIENT_CERT']), given(__ENV['CLIENT_KEY'])];
  return {
    maxRedirects: 0,
    userAgent: 'encryption-backup-harness',
    ...(cert === null || key === null ? {} : { tlsAuth: [{ cert: open(cert), key: open(key) }] }),
  };
}
