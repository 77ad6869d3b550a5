import exec from 'k6/execution';
import secrets from 'k6/secrets';
import type { Looks } from '../checks/latency/expectation.ts';
import type { Transport } from '../reports/report.ts';
import { parseBaseUrl, proxyFor, proxySecrets } from '../schemas/base-url.ts';
import { type Profile, profiles } from '../schemas/profiles.ts';
import {
  accessTokenProblem,
  durationWanted,
  given,
  headerSecrets,
  holdsToken,
  parseDurationMs,
  parseRate,
  parseRequestHeaders,
  parseSeed,
  type RequestHeaders,
  rateWanted,
  seedWanted,
} from '../schemas/run-settings.ts';

/** What the operator set in the environment, and what the command line told the script. */
export interface Settings {
  readonly baseUrl: string;
  readonly userinfo: string | null;
  readonly token: string;
  /** The operator's own, sent with each request to the judged service. */
  readonly headers: RequestHeaders;
  /** Without its credentials; null: requests go through none. */
  readonly proxy: string | null;
  readonly otherSecrets: readonly string[];
  /** null: the service is compared with no other one. */
  readonly counterpart: Counterpart | null;
  readonly profile: Profile;
  /** Requests per second; null: the contract's or else the profile's. */
  readonly rate: number | null;
  /** Of the measured load; null: the scenario's or else the profile's. */
  readonly durationMs: number | null;
  /** The same seed makes the same requests; null: chosen when the run starts. */
  readonly seed: number | null;
  /** Folder for the report; empty in virtual users. */
  readonly out: string;
  /** How many loads the command line makes at most, one after the other, and which one this is. */
  readonly loads: Looks;
  readonly companion: string | null;
  readonly startedAtMs: number;
  /** Reasons why the run is impossible. They are reported in setup(), because the init stage must not throw. */
  readonly problems: readonly string[];
}

/** The service that the judged one is compared with. */
export interface Counterpart {
  readonly baseUrl: string;
  readonly userinfo: string | null;
  readonly token: string;
  /** False if it gets the judged service's token. */
  readonly hasOwnToken: boolean;
}

export async function readSettings(compares: boolean): Promise<Settings> {
  const { run } = HARNESS_RUN;
  const problems: string[] = [];
  if (given(__ENV['BASE_URL']) === null) problems.push('No service given: set BASE_URL.');
  const { url: baseUrl, userinfo } = urlFrom('BASE_URL', problems) ?? { url: '', userinfo: null };
  const token = (await secretNamed('ACCESS_TOKEN')) ?? '';
  const tokenProblem = accessTokenProblem(token);
  if (tokenProblem !== null) problems.push(`ACCESS_TOKEN: ${tokenProblem}.`);
  const counterpart = compares ? await readCounterpart(token, problems) : null;
  if (holdsToken(HARNESS_RUN.contract, token) || holdsToken(HARNESS_RUN.contract, counterpart?.token ?? ''))
    problems.push('The contract holds the access token; remove it, or use another token.');
  const own = parseRequestHeaders(__ENV['REQUEST_HEADERS'] ?? '');
  if (!own.ok) problems.push(`REQUEST_HEADERS: ${own.problem}.`);
  const headers = own.ok ? own.headers : {};
  if ((given(__ENV['CLIENT_CERT']) === null) !== (given(__ENV['CLIENT_KEY']) === null))
    problems.push('CLIENT_CERT and CLIENT_KEY belong together: set both.');
  return {
    baseUrl,
    userinfo,
    token,
    headers,
    proxy: proxyFor(baseUrl, __ENV),
    otherSecrets: [...headerSecrets(headers), ...proxySecrets(__ENV)],
    profile:
      optional('PROFILE', profileNamed, profileWanted, problems) ?? (profileNamed('standard') as Profile),
    rate: optional('RATE', parseRate, rateWanted, problems),
    durationMs: optional('DURATION', parseDurationMs, durationWanted, problems),
    seed: optional('SEED', parseSeed, seedWanted, problems),
    counterpart,
    out: __VU === 0 ? outFolder() : '',
    loads: run?.loads ?? { most: 1, made: 1 },
    companion: run?.companion ?? null,
    startedAtMs: run?.startedAtMs ?? Date.now(),
    problems: [...problems, ...hiddenSwitches()],
  };
}

/** Switches of k6 that change what a run can prove, and that k6 hides from scripts. */
const switches = ['K6_NO_THRESHOLDS', 'K6_SUMMARY_MODE', 'K6_NEW_MACHINE_READABLE_SUMMARY'];

function hiddenSwitches(): string[] {
  return switches
    .filter((name) => ![null, 'false'].includes(given(__ENV[name])))
    .map((name) => `${name} is set: it would change what this run can prove. Unset it.`);
}

/** From COMPARE_URL and COMPARE_ACCESS_TOKEN; null: not given, or not a URL. */
async function readCounterpart(judgedToken: string, problems: string[]): Promise<Counterpart | null> {
  const target = urlFrom('COMPARE_URL', problems);
  if (target === null) return null;
  const own = await secretNamed('COMPARE_ACCESS_TOKEN');
  const tokenProblem = own === null ? null : accessTokenProblem(own);
  if (tokenProblem !== null) problems.push(`COMPARE_ACCESS_TOKEN: ${tokenProblem}.`);
  const { url: baseUrl, userinfo } = target;
  return { baseUrl, userinfo, token: own ?? judgedToken, hasOwnToken: own !== null };
}

function urlFrom(name: string, problems: string[]) {
  const text = given(__ENV[name]);
  if (text === null) return null;
  const target = parseBaseUrl(text);
  if (target.ok) return target.value;
  problems.push(`${name}: ${target.problem}.`);
  return null;
}

const profileNamed = (name: string) => profiles.find((profile) => profile.name === name) ?? null;
const profileWanted = `must be ${profiles.map(({ name }) => name).join(', ')}`;

/** The value of a variable; null: not set, or not as wanted, which is a problem. */
function optional<T>(
  name: string,
  parse: (text: string) => T | null,
  wanted: string,
  problems: string[],
): T | null {
  const text = given(__ENV[name]);
  if (text === null) return null;
  const value = parse(text);
  if (value === null) problems.push(`${name}: ${wanted}.`);
  return value;
}

/**
 * The folder for the report: OUT, or `results` next to the bundle's folder, or the working folder. k6 creates no folders: if
 * the folder is missing, it loses the report and still exits 0.
 */
function outFolder(): string {
  const named = __ENV['OUT'];
  if (named !== undefined && named !== '') return named.replace(/\/+$/, '') || '/';
  try {
    open('../results/.keep');
    return import.meta
      .resolve('../results/')
      .replace(/^file:\/\//, '')
      .replace(/\/+$/, '');
  } catch {
    return '.';
  }
}

/** From k6's secret source if one is configured, or from the environment; null: not set. */
async function secretNamed(name: string): Promise<string | null> {
  try {
    return await secrets.get(name);
  } catch {
    return given(__ENV[name]);
  }
}

/** How requests reach the service; null: directly, with nothing added. Throws in the init stage, where k6 hides its options. */
export function transportOf({ baseUrl, headers, proxy }: Settings): Transport | null {
  const { insecureSkipTLSVerify, tlsAuth } = exec.test.options;
  const names = Object.keys(headers);
  const isTls = baseUrl.startsWith('https:');
  const transport: Transport = {
    ...(proxy === null ? {} : { proxy }),
    ...(names.length === 0 ? {} : { headers: names }),
    ...(isTls && insecureSkipTLSVerify === true ? { unverified: true } : {}),
    ...(isTls && (tlsAuth ?? []).length > 0 ? { clientCertificate: true } : {}),
  };
  return Object.keys(transport).length === 0 ? null : transport;
}
