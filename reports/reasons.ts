import { isMarked } from '../checks/causes.ts';
import { cut } from '../checks/json-body.ts';
import { counted } from '../checks/wording.ts';
import { endpointNames } from '../schemas/endpoints.ts';
import { type Finding, npxCommand, type Report, type VerdictCause } from './report.ts';

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

/** `tool` and `run`: for the command in the advice; absent: no command is wanted. */
type Judged = Pick<Report, 'causes' | 'findings'> & Partial<Pick<Report, 'tool' | 'run'>>;

/** The reasons for a verdict, in the order of its causes. Omits mere consequences of others, and gives each remedy once. */
export function reasonsOf({ causes, findings, tool, run }: Judged): Reason[] {
  const groups = new Map<string, { readonly cause: VerdictCause; readonly found: Finding[] }>();
  for (const cause of causes) {
    // An expired waiver is a reason besides the finding that it was for.
    const isOwn = (one: Finding) => one.check === cause.check && one.verdict === cause.verdict;
    const finding = findings.find((one) => isOwn(one) && one.cause === cause.cause);
    // A consequence of another finding is left out, unless that is waived.
    if (causes.some(({ check }) => check !== undefined && check === finding?.because)) continue;
    const key = finding === undefined ? cause.text : keyOf(finding);
    const group = groups.get(key) ?? { cause, found: [] };
    if (finding !== undefined) group.found.push(finding);
    groups.set(key, group);
  }
  const shown = [...groups.values()];
  const drafted = shown.find(({ cause }) => isMarked(cause.cause ?? '', 'draft'))?.cause;
  return shown.map(({ cause, found }, at) => {
    const isSaid = shown.slice(0, at).some((other) => other.cause.remedy === cause.remedy);
    const remedy = isSaid ? '' : cause.remedy;
    const advice = cause === drafted && tool && run ? `${remedy} ${draftWords({ tool, run })}` : remedy;
    return { ...wordingOf(cause, found, findings), verdict: cause.verdict, remedy, advice, findings: found };
  });
}

const draftWords = (report: Pick<Report, 'tool' | 'run'>) =>
  `To draft it from what this run saw: \`${draftCommand(report, 'RUN')}\`, with the folder of the run.`;

/** The command that drafts what can be declared from the run in `folder`. */
export const draftCommand = ({ tool, run }: Pick<Report, 'tool' | 'run'>, folder: string) =>
  `${run.harness ?? npxCommand(tool)} contract init --from ${folder}`;

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
    headline: headlineOf(title, text, first),
  };
}

const headlineWidth = 185;
const betweenSentences = /(?<=\.) (?=[A-Z\d])/;

/**
 * The title, which names what is broken or undecided, and the whole text if it is short. Otherwise the title and the most important
 * sentence, cut if it is long: what was seen, or why nothing can be decided.
 */
function headlineOf(title: string, text: string, { verdict, endpoint, explanation }: Finding): string {
  const sentences = (text || explanation).split(betweenSentences);
  const start = `${title}${verdict === 'fail' ? ':' : '.'} ${text === '' ? `${endpoint}: ` : ''}`;
  const whole = `${start}${sentences.join(' ')}`;
  if (whole.length <= headlineWidth) return whole;
  const most = `${start}${sentences.at(verdict === 'fail' ? 0 : -1)}`;
  return title.length < headlineWidth ? shortened(most) : `${title}.`;
}

/** Cuts a text to the width, at the end of a clause if there is one. */
function shortened(text: string): string {
  const end = text.length > headlineWidth ? text.slice(0, headlineWidth).lastIndexOf('; ') : -1;
  return end > 0 ? `${text.slice(0, end)}.` : cut(text, headlineWidth);
}

/** The title with the endpoints, unless it names them in other words. */
function titleOf({ title, endpoint }: Finding, findings: readonly Finding[]): string {
  const places = findings.map((one) => one.endpoint);
  if (places.length > 1 && title.includes(endpoint)) {
    const each =
      places.length === 2 ? `each of ${places.join(' and ')}` : `each of ${places.length} endpoints`;
    return title.replace(endpoint, title.startsWith(endpoint) ? `E${each.slice(1)}` : each);
  }
  const isNamed = places.length === 1 && (title.includes(endpoint) || title.search(anyEndpoint) >= 0);
  return isNamed || endpoint === '' ? title : `${title} (${places.join(', ')})`;
}

/** The sentences that all findings share. */
function commonText(first: Finding, findings: readonly Finding[]): string {
  const sentences = first.explanation.split(betweenSentences);
  const common = sentences.filter((one) => findings.every(({ explanation }) => explanation.includes(one)));
  return common.join(' ');
}

/** The sentences on a finding that are not in `text`, which all findings with its reason share. */
export function ownText({ explanation }: Finding, text: string): string {
  const sentences = explanation.split(betweenSentences);
  return sentences.filter((one) => !text.includes(one)).join(' ');
}

export function reasonText(finding: Finding): string {
  const { title, endpoint, section, explanation } = finding;
  const places = [...(title.includes(endpoint) ? [] : [endpoint]), `§${section}`];
  return `${title} (${places.join(', ')}): ${explanation}`;
}
