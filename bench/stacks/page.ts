import { daysOf, table } from '../record.ts';
import { isAs, type Run } from './judged.ts';
import { groups, rows } from './rows/index.ts';
import type { Backend, Expected, Row } from './rows/row.ts';

export function page(runs: readonly Run[]): string {
  const right = runs.filter((run) =>
    rows.some(({ name, expected }) => name === run.row && isAs(expected, run)),
  );
  const tables = Object.entries(groups).map(
    ([title, own]) =>
      `## ${title}\n\n${table(
        ['row', 'services', 'expected', 'found'],
        own.map((row) => cellsOf(row, runs)),
      )}`,
  );
  return `# Stacks of others

\`node bench/run.mjs stacks\` has \`conformance\`, or \`load\` for 10 s, judge small services in other languages, alone and behind
servers in front, as they come and as they are often misconfigured (quick profile). The services are in \`services/\`, each with the
token on encrypt alone; the lines of configuration in \`rows/\`. **${right.length} of ${runs.length} rows that were run came out as they must**, ${daysOf(runs)}, on MACHINE. A row of
*fail* must fail these checks, or *some of* them, and no others; one of *inconclusive* must leave these open and fail none. Response
times are left aside.

Packages of Python, npm and Maven are installed into \`bench/.tools\`. On Debian the servers and languages come by
\`apt-get install nginx-light haproxy apache2 varnish php-cli golang default-jdk maven\`.

${tables.join('\n\n')}`;
}

function cellsOf(row: Row, runs: readonly Run[]): string[] {
  const cells = [row.name, servicesText(row.backends), expectedText(row.expected)];
  const run = runs.find((one) => one.row === row.name);
  if (run === undefined) return [...cells, ''];
  const found = verdictText(run.fail, run.open);
  return [...cells, isAs(row.expected, run) ? found : `**wrong**: ${found}`];
}

/** Without backends, the front starts the service in Go itself. */
function servicesText(backends: readonly Backend[]): string {
  const services = backends.map(
    ({ program, flaw, isDown }) => program + (isDown ? ' (down)' : flaw === undefined ? '' : ` (${flaw})`),
  );
  return services.join(' and ') || 'Go net/http';
}

function expectedText(expected: Expected): string {
  if (expected === 'pass') return 'pass';
  if ('failSome' in expected) return `fail: some of ${expected.failSome.join(', ')}`;
  return 'fail' in expected ? verdictText(expected.fail, []) : verdictText([], expected.open);
}

function verdictText(fail: readonly string[], open: readonly string[]): string {
  if (fail.length > 0) return `fail: ${fail.join(', ')}`;
  return open.length > 0 ? `inconclusive: ${open.join(', ')}` : 'pass';
}
