import type { Finding } from '../finding.ts';

/** Titles of a comparison of response times: of `endpoint` with `other`. */
export function comparisonTitle(verdict: Finding['verdict'], endpoint: string, other: string): string {
  return {
    pass: `${endpoint} is not slower than ${other}`,
    fail: `${endpoint} is slower than ${other}`,
    inconclusive: `Whether ${endpoint} is slower than ${other} cannot be told`,
    'not-applicable': `${endpoint} was called too rarely to be compared with ${other}`,
  }[verdict];
}
