import exec from 'k6/execution';
import secrets from 'k6/secrets';
import type { Looks } from '../checks/latency/reading.ts';
import type { Transport } from '../reports/report.ts';
import { parseBaseUrl, proxyFor, proxySecrets } from '../schemas/base-url.ts';
import { type Profile, profiles } from '../schemas/profiles.ts';
import {
  accessTokenProblem,
  durationWanted,
  given,
  headerSecrets,
  parseDurationMs,
  parseRate,
  parseRequestHeaders,
  parseSeed,
  type RequestHeaders,
  rateWanted,
  seedWanted,
} from '../schemas/run-settings.ts';

/**
 * What the operator set, read from the environment, and what the command line told the script. Problems are said in
 * setup(): init must not throw.
 */
export interface Settings {
  readonly baseUrl: string;
  readonly userinfo: string | null;
  readonly token: string;
  /** The operator's own, sent with each request to the service. */
  readonly headers: RequestHeaders;
  /** Without its credentials; null: none is on the way. */
  readonly proxy: string | null;
  readonly otherSecrets: readonly string[];
  readonly profile: Profile;
  /** Requests per second; null: the contract's, else the profile's. */
  readonly rate: number | null;
  readonly durationMs: number | null;
  /** What makes this run's requests its own; null: chosen when it starts. */
  readonly seed: number | null;
  readonly out: string;
  /** Loads that the command line makes at most, one after the other, and which one this is. */
  readonly loads: Looks;
  readonly companion: string | null;
  readonly startedAtMs: number;
  readonly problems: readonly string[];
}

export function readSettings(token: string, out: string): Settings {
  const { run } = HARNESS_RUN;
  const problems: string[] = [];
  const named = given(__ENV['BASE_URL']);
  const target = parseBaseUrl(named ?? '');
  if (named === null) problems.push('No service given: set BASE_URL.');
  else if (!target.ok) problems.push(`BASE_URL: ${target.problem}.`);
  const { url: baseUrl, userinfo } = target.ok ? target.value : { url: '', userinfo: null };
  const tokenProblem = accessTokenProblem(token);
  if (tokenProblem !== null) problems.push(`ACCESS_TOKEN: ${tokenProblem}.`);
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
    profile: profileFrom(__ENV['PROFILE'], problems),
    rate: optional('RATE', parseRate, rateWanted, problems),
    durationMs: optional('DURATION', parseDurationMs, durationWanted, problems),
    seed: optional('SEED', parseSeed, seedWanted, problems),
    out,
    loads: run?.loads ?? { most: 1, made: 1 },
    companion: run?.companion ?? null,
    startedAtMs: run?.startedAtMs ?? Date.now(),
    problems: [...problems, ...hiddenSwitches()],
  };
}

/** Switches of k6 that change what a run can say and that no script gets to see. */
const switches = ['K6_NO_THRESHOLDS', 'K6_SUMMARY_MODE', 'K6_NEW_MACHINE_READABLE_SUMMARY'];

function hiddenSwitches(): string[] {
  return switches
    .filter((name) => ![null, 'false'].includes(given(__ENV[name])))
    .map((name) => `${name} is set: it would change what this run can prove. Unset it.`);
}

function profileFrom(name: string | undefined, problems: string[]): Profile {
  const wanted = given(name) ?? 'standard';
  const found = profiles.find((profile) => profile.name === wanted);
  if (found !== undefined) return found;
  const [fallback] = profiles;
  problems.push(
    `PROFILE: there is no profile ${wanted}; there are ${profiles.map((profile) => profile.name).join(', ')}.`,
  );
  if (fallback === undefined) throw new Error('no profiles');
  return fallback;
}

/** The value of a variable that may be left out; a value that cannot be read is a problem. */
function optional(
  name: string,
  parse: (text: string) => number | null,
  wanted: string,
  problems: string[],
): number | null {
  const text = given(__ENV[name]);
  if (text === null) return null;
  const value = parse(text);
  if (value === null) problems.push(`${name}: ${wanted}.`);
  return value;
}

/**
 * Where the report goes: OUT, else `results` beside the bundle's folder, else the working folder. k6 makes no folders,
 * and loses a report without a non-zero exit status when the folder is not there.
 */
export function outFolder(): string {
  const given = __ENV['OUT'];
  if (given !== undefined && given !== '') return given.replace(/\/+$/, '') || '/';
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

export async function readToken(): Promise<string> {
  return (await secretNamed('ACCESS_TOKEN')) ?? '';
}

/** From k6's secret source where one is configured, else from the environment; null: from neither. */
export async function secretNamed(name: string): Promise<string | null> {
  try {
    return await secrets.get(name);
  } catch {
    return given(__ENV[name]);
  }
}

/** How requests reach the service, where that is not the plain way. k6 tells its options only outside of init. */
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
