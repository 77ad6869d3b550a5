import { buildReport } from '../reports/build/build.ts';
import { factsLine } from '../reports/facts-in-log.ts';
import { renderAll } from '../reports/render-all.ts';
import { renderTerminal } from '../reports/terminal.ts';
import { given } from '../schemas/given.ts';
import { gatherFacts, type K6Summary } from './facts.ts';
import type { RunContext } from './run-context.ts';

/** The end of a run: what it saw becomes facts, the facts a report, and the report files. */
export function summarise(
  context: RunContext,
  summary: Partial<K6Summary>,
  changedOptions: readonly string[],
): Record<string, string> {
  const facts = gatherFacts(context, summary, changedOptions);
  if (given(__ENV['FACTS_TO_STDOUT']) !== null) return { stdout: `${factsLine(facts)}\n` };
  const { out: folder, companion } = context.settings;
  const report = buildReport(facts);
  const files = renderAll(report, facts, folder);
  // Plain k6 has nobody else to say it.
  if (companion !== null) return files;
  return {
    ...files,
    stdout: renderTerminal(report, { colour: summary.state?.isStdOutTTY ?? false, folder }),
  };
}
