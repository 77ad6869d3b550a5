/** The programming interface of the package: facts in, report and files out (`docs/stability.md`). */
export { mergeProblems as refusals } from './after/merge-problems.ts';
export { addFacts } from './after/merged-facts.ts';
export { type Facts, readFacts } from './facts.ts';
export { renderJunit } from './formats/junit.ts';
export { renderMarkdown } from './formats/markdown.ts';
export { renderBadge } from './formats/other-formats.ts';
export { renderTerminal } from './formats/terminal.ts';
export { renderHtml } from './html/html.ts';
export { buildReport } from './judge/build-report.ts';
export type { Finding, Report, Verdict } from './report.ts';
export { readReport, renderJson } from './report.ts';
