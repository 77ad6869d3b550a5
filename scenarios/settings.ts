import { accessTokenProblem } from '../schemas/access-token.ts';
import { parseBaseUrl } from '../schemas/base-url.ts';
import { type Profile, profiles } from './profiles.ts';

/** What the operator set, read from the environment of the run. Problems are said in setup(): init must not throw. */
export interface Settings {
  readonly baseUrl: string;
  readonly baseUrlNote: string | null;
  readonly userinfo: string | null;
  readonly token: string;
  readonly profile: Profile;
  /** Requests per second; null: the contract's, else the profile's. */
  readonly rate: number | null;
  readonly durationMs: number | null;
  readonly out: string;
  readonly companion: string | null;
  readonly embedded: boolean;
  readonly command: string | null;
  readonly startedAtMs: number;
  readonly problems: readonly string[];
}

export function readSettings(token: string, out: string): Settings {
  const problems: string[] = [];
  const target = parseBaseUrl(__ENV['BASE_URL'] ?? '');
  if (!target.ok) problems.push(`BASE_URL: ${target.problem}.`);
  const tokenProblem = accessTokenProblem(token);
  if (tokenProblem !== null) problems.push(`ACCESS_TOKEN: ${tokenProblem}.`);
  return {
    baseUrl: target.ok ? target.value.url : '',
    baseUrlNote: target.ok ? target.value.note : null,
    userinfo: target.ok ? target.value.userinfo : null,
    token,
    profile: profileFrom(__ENV['PROFILE'], problems),
    rate: numberFrom('RATE', 1, 5000, problems),
    durationMs: durationFrom('DURATION', problems),
    out,
    companion: __ENV['HARNESS_COMPANION'] ?? null,
    embedded: __ENV['HARNESS_EMBEDDED'] === 'true',
    command: __ENV['HARNESS_COMMAND'] ?? null,
    startedAtMs: Number(__ENV['HARNESS_STARTED_AT'] ?? Date.now()),
    problems: [...problems, ...tamperedBy()],
  };
}

/** Settings of k6 that would take the verdict away without a word. */
const verdictSwitches = [
  'K6_NO_THRESHOLDS',
  'K6_NO_SETUP',
  'K6_NO_TEARDOWN',
  'K6_SUMMARY_TREND_STATS',
  'K6_NEW_MACHINE_READABLE_SUMMARY',
];
const loadSwitches = ['K6_DURATION', 'K6_VUS', 'K6_ITERATIONS', 'K6_STAGES', 'K6_RPS'];

function tamperedBy(): string[] {
  return [...verdictSwitches, ...loadSwitches]
    .filter((name) => ![undefined, '', 'false'].includes(__ENV[name]))
    .map((name) => `${name} is set: it would change what this run can say. Unset it.`);
}

function profileFrom(name: string | undefined, problems: string[]): Profile {
  const wanted = name ?? 'standard';
  const found = profiles.find((profile) => profile.name === wanted);
  if (found !== undefined) return found;
  const [fallback] = profiles;
  problems.push(
    `PROFILE: there is no profile ${wanted}; there are ${profiles.map((profile) => profile.name).join(', ')}.`,
  );
  if (fallback === undefined) throw new Error('no profiles');
  return fallback;
}

function numberFrom(name: string, least: number, most: number, problems: string[]): number | null {
  const text = __ENV[name];
  if (text === undefined || text === '') return null;
  const value = Number(text);
  if (value >= least && value <= most) return value;
  problems.push(`${name}: a number from ${least} to ${most} is wanted.`);
  return null;
}

function durationFrom(name: string, problems: string[]): number | null {
  const text = __ENV[name];
  if (text === undefined || text === '') return null;
  const parts = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text);
  const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[parts?.[2] ?? 's'] ?? 0;
  const value = Number(parts?.[1]) * unitMs;
  if (parts !== null && value >= 1000 && value <= 86_400_000) return value;
  problems.push(`${name}: a time such as 30s, 5m or 2h is wanted, from 1s to 24h.`);
  return null;
}
