import { table } from '../../markdown-table.ts';
import { type Outcome, outcomeOf, ownFindings } from '../outcome.ts';
import type { Asked, Results, Run } from '../results.ts';

const wrong: readonly Outcome[] = ['missed', 'false alarm', 'no verdict'];

/** A row a service, a column a tool. */
export function serviceTable(results: Results, runs: readonly Run[], head: readonly string[]): string {
  const rows = servicesOf(runs).map(({ name, breaks }) => [
    `\`${name}\``,
    ...(breaks === null ? [] : [`\`${breaks}\``]),
    ...results.tools.map((tool) => {
      const run = runs.find((one) => one.tool === tool.name && one.asked.name === name);
      return run === undefined ? '' : outcomeCell(run, results.runs);
    }),
  ]);
  return table([...head, ...results.tools.map(({ name }) => name)], rows);
}

/** By name, each once. */
export function servicesOf(runs: readonly Run[]): readonly Asked[] {
  const byName = new Map(runs.map(({ asked }) => [asked.name, asked]));
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The outcome, wrong ones bold, and what the tool named. */
export function outcomeCell(run: Run, runs: readonly Run[]): string {
  const outcome = outcomeOf(run, runs);
  const text = wrong.includes(outcome) ? `**${outcome}**` : outcome;
  const findings = outcome === 'caught' ? ownFindings(run, runs) : run.findings;
  const said = run.error ?? [...new Set(findings.map(codeOf))].join(', ');
  return said === '' ? text : `${text}: ${said}`;
}

/** Schemathesis numbers its failures; the operation behind the number is left out. */
function codeOf(finding: string): string {
  return /^ST\d+/.exec(finding)?.[0] ?? finding;
}
