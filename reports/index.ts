/** What the package offers to programs: facts in, report and its files out (`docs/stability.md`). */
export { addFacts } from './add-facts.ts';
export { renderBadge } from './badge.ts';
export { buildReport } from './build/build.ts';
export type { Facts } from './facts.ts';
export { renderHtml } from './html/html.ts';
export { renderJson } from './json.ts';
export { renderJunit } from './junit.ts';
export { renderMarkdown } from './markdown.ts';
export { readFacts, readReport } from './read-report.ts';
export { refusals } from './refusals.ts';
export type { Finding, Report, Verdict } from './report.ts';
export { renderTerminal } from './terminal.ts';
