import type { Finding } from '../checks/finding.ts';
import { clauseRows } from './clause-rows.ts';
import type { Report } from './report.ts';
import { decide } from './verdict.ts';

/** The report with further findings, decided anew: what else kept it from a pass still counts. */
export function withFindings(report: Report, further: readonly Finding[]): Report {
  const findings = [...report.findings, ...further];
  const otherCauses = report.causes.filter(({ check }) => check === null);
  return {
    ...report,
    ...decide(findings, otherCauses, report.run.completeness),
    findings,
    clauses: clauseRows(findings, report.observations),
  };
}
