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
  return JSON.stringify(canonical(own)) === JSON.stringify(canonical(resolved));
}

/** One form for all that is alike; undefined: not set. Lists of names have no order: k6 returns some of them in its own. */
function canonical(value: unknown): unknown {
  if (typeof value === 'string') return inMs(value);
  if (Array.isArray(value)) {
    const items = value.map(canonical);
    return items.every((item) => typeof item === 'string') ? items.toSorted() : items;
  }
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  const members = Object.entries(value).map(([key, member]) => [key, canonical(member)] as const);
  const set = members.filter(([, member]) => member !== undefined);
  return set.length === 0 ? undefined : Object.fromEntries(set.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** k6 writes `25000ms` as `25s`, and `15m` as `15m0s`; a text that is no duration stays as it is. */
function inMs(text: string): string {
  const parts = [...text.matchAll(/([\d.]+)(ms|s|m|h)/g)];
  if (parts.map(([part]) => part).join('') !== text) return text;
  return `${parts.reduce((sum, [, number, unit]) => sum + Number(number) * (unitMs[unit ?? ''] ?? 0), 0)}ms`;
}
