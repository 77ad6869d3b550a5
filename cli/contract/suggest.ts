import type { Observation, Report } from '../../reports/report.ts';
import { type Endpoint, endpointNames, endpointTitle } from '../../schemas/endpoints.ts';
import { reachedPercentile } from './reached-percentile.ts';

/** A contract in which everything that the run saw is proposed, commented out, with how often it was seen. */
export function suggestContract(report: Report): string {
  const proposals = [
    answersProposal(report),
    refusalProposal(report),
    userProposal(report),
    tokenProposal(report),
    latencyProposal(report),
  ].filter((lines) => lines.length > 0);
  const none = proposals.length === 0 ? ['# The run saw nothing that could be declared.'] : [];
  const blocks = proposals.map((lines) => lines.map((line) => `#${line}`));
  return [...heading(report), ...none, ...blocks.flatMap((lines) => ['', ...lines]), ''].join('\n');
}

function heading({ run }: Report): string[] {
  return [
    `# Seen in the run ${oneLine(run.id)} of ${oneLine(run.startedAt)} (${oneLine(run.scenario)}, ${oneLine(run.profile)}).`,
    '# The document shows none of this, and what was seen need not be what is meant: take the # away from the',
    '# lines that your service promises.',
    '',
    'version: 1',
  ];
}

function answersProposal(report: Report): string[] {
  const answers = endpointNames.flatMap((endpoint) => {
    const fields = [...statusLines(report, endpoint), ...schemaLines(report, endpoint)];
    return fields.length === 0 ? [] : [`  ${endpoint}:`, ...fields.map((field) => `    ${field}`)];
  });
  return answers.length === 0 ? [] : ['answers:', ...answers];
}

function statusLines(report: Report, endpoint: Endpoint): string[] {
  const seen = observed(report, 'status-codes', endpoint);
  const statuses = statusesIn(seen).filter(({ status }) => status >= 200 && status < 300);
  if (statuses.length === 0 || seen?.more !== 0) return [];
  return [`statuses: [${statuses.map(({ status }) => status).join(', ')}] # ${counts(statuses)}`];
}

/** Proposed where every answer had the same keys, and the report shows them all. */
function schemaLines(report: Report, endpoint: Endpoint): string[] {
  const shapes = observed(report, 'body-shapes', endpoint);
  const [shape, ...others] = shapes?.values ?? [];
  const keys = /^an object with (.+)$/.exec(shape?.value ?? '')?.[1];
  if (shape === undefined || keys === undefined || others.length > 0 || shapes?.more !== 0) return [];
  const required = keys.split(', ');
  if (keys.length >= 100 || !required.every((key) => /^[\w.-]+$/.test(key))) return [];
  return [
    `schema: { type: object, required: ${JSON.stringify(required)} } # ${shape.count} of ${shape.count} bodies`,
  ];
}

function refusalProposal(report: Report): string[] {
  const seen = observed(report, 'refusal-status-codes', 'encrypt');
  const statuses = statusesIn(seen).filter(({ status }) => status >= 300 && status < 500 && status !== 429);
  if (statuses.length === 0 || seen?.more !== 0) return [];
  return [
    'refusal:',
    `  statuses: [${statuses.map(({ status }) => status).join(', ')}] # ${counts(statuses)}`,
  ];
}

/** Longer values stand cut in a report, and others escaped. */
const plainWord = /^[^"\\\p{C}]{0,59}$/u;

function userProposal(report: Report): string[] {
  const seen = observed(report, 'user-status-values', 'user');
  const values = (seen?.values ?? []).map(({ value, count }) => ({
    value: value.replace(/^"|"$/g, ''),
    count,
  }));
  if (values.length === 0 || seen?.more !== 0 || !values.every(({ value }) => plainWord.test(value)))
    return [];
  const list = values.map(({ value }) => JSON.stringify(value)).join(', ');
  return [
    'user:',
    `  statuses: [${list}] # ${values.map(({ value, count }) => `${value}: ${times(count)}`).join(', ')}`,
  ];
}

function tokenProposal(report: Report): string[] {
  const seen = (['user', 'sync', 'backup'] as const).map((endpoint) => ({
    endpoint,
    values: observed(report, 'without-token', endpoint)?.values ?? [],
  }));
  const line = (field: string, meaning: RegExp): string[] => {
    const found = seen.filter(
      ({ values }) => values.length > 0 && values.every(({ value }) => meaning.test(value)),
    );
    if (found.length === 0) return [];
    const how = found.map(
      ({ endpoint, values }) =>
        `${endpoint}: ${values.map(({ value, count }) => `${oneLine(value)} ${times(count)}`).join(', ')}`,
    );
    return [`  ${field}: [${found.map(({ endpoint }) => endpoint).join(', ')}] # ${how.join('; ')}`];
  };
  const lines = [...line('required', /^refused.*\b40[13]$/), ...line('notRequired', /^succeeded$/)];
  return lines.length === 0 ? [] : ['token: # without one', ...lines];
}

function latencyProposal({ endpoints }: Report): string[] {
  const reached = reachedPercentile(endpoints);
  return reached === null ? [] : ['latency:', `  percentile: ${reached.percentile} # ${reached.explanation}`];
}

function observed({ observations }: Report, id: string, endpoint: Endpoint): Observation | undefined {
  return observations.find((seen) => seen.id === id && seen.endpoint === endpointTitle(endpoint));
}

interface StatusCount {
  readonly status: number;
  readonly count: number;
}

/** "HTTP 200", or "200". */
function statusesIn(seen: Observation | undefined): StatusCount[] {
  return (seen?.values ?? []).flatMap(({ value, count }) => {
    const status = /^(?:HTTP )?(\d{3})$/.exec(value)?.[1];
    return status === undefined ? [] : [{ status: Number(status), count }];
  });
}

function counts(statuses: readonly StatusCount[]): string {
  return statuses.map(({ status, count }) => `${status}: ${times(count)}`).join(', ');
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** What the service said must not end the comment it stands in. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ');
}
