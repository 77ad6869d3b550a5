import { buildReport } from '../reports/build/build.ts';
import { renderAll } from '../reports/render-all.ts';
import { gatherFacts, type K6Summary } from './facts.ts';
import type { RunContext } from './run-context.ts';

/** The end of a run: what it saw becomes facts, the facts a report, and the report files. */
export function summarise(
  context: RunContext,
  summary: Partial<K6Summary>,
  changedOptions: readonly string[],
): Record<string, string> {
  const facts = gatherFacts(context, summary, changedOptions);
  const { out, companion } = context.settings;
  return renderAll(buildReport(facts), facts, {
    folder: out,
    toTerminal: companion === null,
    colour: summary.state?.isStdOutTTY ?? false,
  });
}
