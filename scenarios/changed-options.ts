/** Options of k6 as plain data; of those that k6 goes by every one is there, null where it is not set. */
export type ResolvedOptions = Readonly<Record<string, unknown>>;

/** Options on which no verdict rests: how to reach the service, which part of the load to make, how to name it. */
const harmless: ReadonlySet<string> = new Set([
  'consoleOutput',
  'executionSegment',
  'executionSegmentSequence',
  'insecureSkipTLSVerify',
  'paused',
  'summaryTimeUnit',
  'tags',
  'tlsAuth',
]);

/** Every option that a flag, a variable or a configuration file of k6 has changed, with what to do about it. */
export function changedOptions(exported: ResolvedOptions, resolved: ResolvedOptions): string[] {
  return Object.keys(resolved)
    .filter((name) => !harmless.has(name) && !isSame(exported[name], resolved[name]))
    .map((name) => `The k6 option ${name} is set from outside${flagsFor[name] ?? ''}: ${changes}`);
}

const changes =
  'it changes what this run can prove. Remove the flag, the K6_ variable or the setting in the configuration file.';

/** Where the name does not lead to the flag. */
const flagsFor: Readonly<Record<string, string>> = {
  scenarios: ' (--vus, --iterations, --duration or --stage)',
};

function isSame(own: unknown, resolved: unknown): boolean {
  if (isUnset(resolved)) return isUnset(own);
  if (typeof own === 'string' && typeof resolved === 'string')
    return own === resolved || durationMs(own) === durationMs(resolved);
  if (Array.isArray(own) && Array.isArray(resolved)) return isSameList(own, resolved);
  if (!isObject(own) || !isObject(resolved)) return own === resolved;
  return [...new Set([...Object.keys(own), ...Object.keys(resolved)])].every((key) =>
    isSame(own[key], resolved[key]),
  );
}

/** Lists of names have no order: k6 returns some of them in its own. */
function isSameList(own: readonly unknown[], resolved: readonly unknown[]): boolean {
  const [ours, theirs] = [own, resolved].map((list) =>
    list.every((item) => typeof item === 'string') ? list.toSorted() : list,
  );
  return own.length === resolved.length && own.every((_, index) => isSame(ours?.[index], theirs?.[index]));
}

function isUnset(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return isObject(value) && Object.values(value).every(isUnset);
}

function isObject(value: unknown): value is ResolvedOptions {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** k6 writes `25000ms` as `25s`, and `15m` as `15m0s`; NaN where it is no duration, which is like nothing. */
function durationMs(text: string): number {
  const parts = [...text.matchAll(/([\d.]+)(ms|s|m|h)/g)];
  if (parts.map(([part]) => part).join('') !== text) return Number.NaN;
  return parts.reduce((sum, [, number, unit]) => sum + Number(number) * (unitMs[unit ?? ''] ?? 0), 0);
}
