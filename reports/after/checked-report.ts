import type { Facts } from '../facts.ts';
import { buildReport } from '../judge/build-report.ts';
import { type Report, readReport } from '../report.ts';

/** The report of facts that somebody may have changed. Throws an Error with a readable sentence if no valid one comes of them. */
export function checkedReport(facts: Facts): Report {
  try {
    const report = buildReport(facts);
    readReport(JSON.stringify(report));
    return report;
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: String(error) };
    throw new Error(
      `The facts contradict each other, so they cannot be judged (${message.replace(/\.$/, '')}).`,
    );
  }
}
