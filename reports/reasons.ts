import { distinct } from '../checks/add-up.ts';
import { isDraftable } from '../checks/causes.ts';
import { counted } from '../checks/wording.ts';
import { endpointNames } from '../schemas/endpoints.ts';
import type { Finding, Report, VerdictCause } from './report.ts';

/** A reason for the verdict, worded for people: one for all findings with the same cause. */
export interface Reason extends Pick<VerdictCause, 'verdict' | 'remedy'> {
  /** The remedy, followed by the command that drafts a contract where that helps. */
  readonly advice: string;
  /** What is broken or undecided; empty: the whole run. */
  readonly title: string;
  /** What was seen, and why it breaks the rule or leaves it undecided. For several findings, what applies to all. */
  readonly text: string;
  /** Empty: no check is behind the reason. */
  readonly findings: readonly Finding[];
  /** How many other checks failed or are undecided because of it; empty: none. */
  readonly consequence: string;
  /** Title and text, short enough for the first line of a report. */
  readonly headline: string;
}

/** The reasons for a verdict, in the order of its causes. Omits mere consequences of others, and gives each remedy once. */
export function reasonsOf({ causes, findings }: Pick<Report, 'causes' | 'findings'>): Reason[] {
  const groups = new Map<string, { readonly cause: VerdictCause; readonly found: Finding[] }>();
  for (const cause of causes) {
    // An expired waiver is a reason besides the finding that it was for.
    const isOwn = (one: Finding) => one.check === cause.check && one.verdict === cause.verdict;
    const finding = findings.find((one) => isOwn(one) && one.cause === cause.cause);
    // What it is because of may be waived.
    if (causes.some(({ check }) => check !== undefined && check === finding?.because)) continue;
    const key = finding === undefined ? cause.text : keyOf(finding);
    const group = groups.get(key) ?? { cause, found: [] };
    if (finding !== undefined) group.found.push(finding);
    groups.set(key, group);
  }
  const shown = [...groups.values()];
  const drafted = shown.find(({ cause }) => isDraftable(cause.cause ?? ''))?.cause;
  return shown.map(({ cause, found }, at) => {
    const isSaid = shown.slice(0, at).some((other) => other.cause.remedy === cause.remedy);
    const remedy = isSaid ? '' : cause.remedy;
    const advice = cause === drafted ? `${remedy} ${draftWords}` : remedy;
    return { ...wordingOf(cause, found, findings), verdict: cause.verdict, remedy, advice, findings: found };
  });
}

const draftWords =
  'To draft it from what this run saw: `npx encryption-backup-harness contract init --from RUN`, with the folder of the run.';

const anyEndpoint = new RegExp(`\\b(?:${endpointNames.join('|')})\\b`, 'gi');

/** Equal for findings of several endpoints that have the same reason and remedy. */
function keyOf({ verdict, title, endpoint, remedy, causes }: Finding): string {
  const names = verdict === 'fail' ? causes.map(({ cause }) => cause) : [];
  return [verdict, title.replace(endpoint, '').replace(anyEndpoint, ''), remedy, ...names].join('\n');
}

function wordingOf({ text: said }: VerdictCause, findings: readonly Finding[], all: readonly Finding[]) {
  const [first] = findings;
  if (first === undefined) return { title: '', text: said, consequence: '', headline: said };
  const checks = findings.map(({ check }) => check);
  const others = all.filter(({ because }) => because !== undefined && checks.includes(because)).length;
  const further = counted(others, 'further check');
  const title = titleOf(first, findings);
  const text = commonText(first, findings);
  return {
    title,
    text,
    consequence:
      others === 0
        ? ''
        : first.verdict === 'fail'
          ? `${further} failed because of the same fault.`
          : `${further} could not be decided because of this.`,
    headline: headlineOf(title, text || `${first.endpoint}: ${first.explanation}`, first),
  };
}

const headlineWidth = 185;
export const betweenSentences = /(?<=\.) (?=[A-Z\d])/;

/**
 * Title and whole text if they are short. Otherwise only the most important sentence: what was seen, or why nothing can be decided.
 * Where most calls were slow, both: a reader looks for the first, and the second says why it is no fail.
 */
function headlineOf(title: string, text: string, finding: Finding): string {
  const { verdict, failures, samples, endpoint, explanation } = finding;
  const sentences = text.split(betweenSentences);
  const [first = text, last = first] = [sentences[0], sentences.at(-1)];
  const own = `${endpoint}: ${explanation}`.split(betweenSentences);
  const both = failures > samples / 2 ? [distinct([own[0], own.at(-1)]).join(' ')] : [];
  const forms =
    verdict === 'fail'
      ? [`${title}: ${text}`, `${title}: ${first}`]
      : [`${title}. ${text}`, ...both, `${title}. ${last}`, last];
  return forms.find(({ length }) => length <= headlineWidth) ?? `${title}.`;
}

/** The title with the endpoints, unless it names them in other words. */
function titleOf({ title, endpoint }: Finding, findings: readonly Finding[]): string {
  const places = findings.map((one) => one.endpoint);
  if (places.length > 1 && title.includes(endpoint)) return title.replace(endpoint, eachOf(places));
  const isNamed = places.length === 1 && (title.includes(endpoint) || title.search(anyEndpoint) >= 0);
  return isNamed || endpoint === '' ? title : `${title} (${places.join(', ')})`;
}

function eachOf(places: readonly string[]): string {
  if (places.length === endpointNames.length) return `each of the ${places.length} endpoints`;
  return `each of ${places.length === 2 ? places.join(' and ') : `${places.length} endpoints`}`;
}

/** The sentences that all findings share. */
function commonText(first: Finding, findings: readonly Finding[]): string {
  const sentences = first.explanation.split(betweenSentences);
  const common = sentences.filter((one) => findings.every(({ explanation }) => explanation.includes(one)));
  return common.join(' ');
}

export function reasonText(finding: Finding): string {
  const { title, endpoint, section, explanation } = finding;
  const places = [...(title.includes(endpoint) ? [] : [endpoint]), `§${section}`];
  return `${title} (${places.join(', ')}): ${explanation}`;
}
