import { accessTokenProblem } from '../schemas/access-token.ts';
import { parseBaseUrl } from '../schemas/base-url.ts';
import { given } from '../schemas/given.ts';
import { type Profile, profiles } from '../schemas/profiles.ts';
import {
  durationWanted,
  parseDurationMs,
  parseRate,
  parseSeed,
  rateWanted,
  seedWanted,
} from '../schemas/run-settings.ts';

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
  /** What makes this run's requests its own; null: chosen when it starts. */
  readonly seed: number | null;
  readonly out: string;
  readonly companion: string | null;
  readonly embedded: boolean;
  readonly command: string | null;
  readonly startedAtMs: number;
  readonly problems: readonly string[];
}

export function readSettings(token: string, out: string): Settings {
  const problems: string[] = [];
  const named = given(__ENV['BASE_URL']);
  const target = parseBaseUrl(named ?? '');
  if (named === null) problems.push('No service given: set BASE_URL.');
  else if (!target.ok) problems.push(`BASE_URL: ${target.problem}.`);
  const tokenProblem = accessTokenProblem(token);
  if (tokenProblem !== null) problems.push(`ACCESS_TOKEN: ${tokenProblem}.`);
  return {
    baseUrl: target.ok ? target.value.url : '',
    baseUrlNote: target.ok ? target.value.note : null,
    userinfo: target.ok ? target.value.userinfo : null,
    token,
    profile: profileFrom(__ENV['PROFILE'], problems),
    rate: optional('RATE', parseRate, rateWanted, problems),
    durationMs: optional('DURATION', parseDurationMs, durationWanted, problems),
    seed: optional('SEED', parseSeed, seedWanted, problems),
    out,
    companion: __ENV['HARNESS_COMPANION'] ?? null,
    embedded: __ENV['HARNESS_EMBEDDED'] === 'true',
    command: __ENV['HARNESS_COMMAND'] ?? null,
    startedAtMs: Number(__ENV['HARNESS_STARTED_AT'] ?? Date.now()),
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
