import { join } from 'node:path';
import { execa } from 'execa';
import { firstLine } from '../../../cli/k6/executable.ts';
import type { Recipe } from '../../peer-tools.ts';
import { benchFolder } from '../folders.ts';
import { limitMs } from '../rungs.ts';

export type Said = 'pass' | 'fail' | 'inconclusive';

/** What a tool says of one endpoint; null: it does not say. */
export interface Reading {
  readonly endpoint: 'user' | 'encrypt' | 'sync';
  readonly p95: Said | null;
  readonly p99: Said | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
  /** Share of calls at or above the limit, as the tool read it. */
  readonly slowShare: number | null;
}

export interface Asking {
  readonly baseUrl: string;
  readonly token: string;
  /** The harness takes its profile's time instead. */
  readonly durationS: number;
  readonly profile: string;
  readonly nice: boolean;
  /** An empty folder for what the tool writes. */
  readonly folder: string;
}

/** A tool that can be run. */
export interface Tool {
  readonly version: string;
  readonly read: (asking: Asking) => Promise<readonly Reading[]>;
}

export type ToolRecipe = Recipe<Tool>;

/** Requests per second of every tool that has an open or a fixed rate. */
export const ratePerS = 200;

/** The user's verdict from two percentiles: below the limit or not. All peers read one endpoint. */
export function pointReading(
  p95Ms: number | null,
  p99Ms: number | null,
  slowShare: number | null = null,
): Reading {
  return { endpoint: 'user', p95: under(p95Ms), p99: under(p99Ms), p95Ms, p99Ms, slowShare };
}

function under(ms: number | null): Said | null {
  return ms === null ? null : ms < limitMs ? 'pass' : 'fail';
}

/** A script for a tool, beside this file. */
export function scriptFile(name: string): string {
  return join(benchFolder, 'tools', name);
}

export function userUrl(baseUrl: string): string {
  return `${baseUrl}/api/v1/user`;
}

/** Runs a tool within half a minute beyond its time; rejects when it fails in another way than by its own verdict. */
export async function runTool(
  file: string,
  args: readonly string[],
  { durationS, folder }: Asking,
  options: { env?: Record<string, string>; exitCodes?: readonly number[] } = {},
): Promise<string> {
  const { env = {}, exitCodes = [0] } = options;
  const result = await execa(file, args, {
    cwd: folder,
    env,
    stdin: 'ignore',
    reject: false,
    timeout: (durationS + 30) * 1000,
    maxBuffer: 64_000_000,
  });
  if (result.exitCode !== undefined && exitCodes.includes(result.exitCode)) return result.stdout;
  throw new Error(
    `${firstLine(result.shortMessage ?? file)}: ${result.stderr.split('\n').slice(-3).join(' ')}`,
  );
}

/** The version a program prints; rejects when it does not run. */
export async function versionOf(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout, stderr, shortMessage } = await execa(file, args, { env, reject: false, timeout: 30_000 });
  const version = /\d+\.\d[\d.]*/.exec(`${stdout}\n${stderr}`)?.[0];
  if (version === undefined) throw new Error(shortMessage ?? `${file} prints no version`);
  return version;
}
