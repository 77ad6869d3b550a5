import type { Report } from '../report.ts';

/** What is different between two runs besides what the service did: a sentence each. */
export function differentCircumstances(before: Report, after: Report): string[] {
  const facts = facets.flatMap(([what, of]) => changed(what, of(before), of(after)));
  const names = [...new Set([...settingsOf(before).keys(), ...settingsOf(after).keys()])];
  return [
    ...facts,
    ...names.flatMap((name) =>
      changed(name, settingsOf(before).get(name) ?? 'not set', settingsOf(after).get(name) ?? 'not set'),
    ),
  ];
}

const facets: readonly (readonly [what: string, of: (report: Report) => string])[] = [
  ['Harness', ({ tool }) => tool.version],
  ['k6', ({ generator }) => generator.k6Version],
  ['System of the generator', ({ generator }) => generator.os],
  ['Cores of the generator', ({ generator }) => String(generator.cores ?? 'unknown')],
  ['Offered rate', ({ load }) => (load === null ? 'none' : `${Number(load.offeredRate.toPrecision(3))}/s`)],
  ['Declarations of the contract', ({ contract }) => contract.declarations.join(' ')],
];

function settingsOf({ contract }: Report): ReadonlyMap<string, string> {
  return new Map(contract.settings.map(({ name, value }) => [name, value]));
}

const longest = 80;

function changed(what: string, before: string, after: string): string[] {
  if (before === after) return [];
  if (before.length + after.length > longest) return [`${what} changed.`];
  return [`${what}: ${before} before, ${after} after.`];
}
