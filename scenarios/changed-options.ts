/** Options of k6 as plain data. k6 returns all of them, with null for those not set. */
export function plainOptions(options: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(options));
}

/** Options that affect no verdict: how to reach the service, which part of the load to make, and how to label it. */
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

/** Names each option that a flag, a variable or a configuration file of k6 has changed, with the remedy. */
export function changedOptions(exported: Record<string, unknown>, resolved: Record<string, unknown>) {
  const inText = (value: unknown) => JSON.stringify(canonical(value));
  return Object.keys(resolved)
    .filter((name) => !harmless.has(name) && inText(exported[name]) !== inText(resolved[name]))
    .map((name) => {
      // Scenarios have flags of other names.
      const flags = name === 'scenarios' ? ' (--vus, --iterations, --duration or --stage)' : '';
      return `The k6 option ${name} is set from outside${flags}: ${changes}`;
    });
}

const changes =
  'it changes what this run can prove. Remove the flag, the K6_ variable or the setting in the configuration file.';

/** Makes equivalent values identical; undefined: not set. k6 reorders some lists of names. */
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

/** k6 rewrites `25000ms` as `25s`, and `15m` as `15m0s`. Text that is not a duration is returned unchanged. */
function inMs(text: string): string {
  const parts = [...text.matchAll(/([\d.]+)(ms|s|m|h)/g)];
  if (parts.map(([part]) => part).join('') !== text) return text;
  return `${parts.reduce((sum, [, number, unit]) => sum + Number(number) * (unitMs[unit ?? ''] ?? 0), 0)}ms`;
}
