import { counted } from '../checks/wording.ts';
import type { Finding, Report, VerdictCause } from './report.ts';

/** A reason of the verdict as people read it: one for all endpoints with the same remedy. */
export interface Reason extends VerdictCause {
  /** What to do, and how many other checks it leaves open: a line each. */
  readonly below: readonly string[];
  /** Short enough for the first line of a report. */
  readonly headline: string;
}

/**
 * The reasons of a verdict, without those that only follow from another, and each remedy once. `folder`: of the run, as a word of
 * a command.
 */
export function reasonsOf(
  { causes, findings }: Pick<Report, 'causes' | 'findings'>,
  folder: string | null = null,
): Reason[] {
  const groups = new Map<string, Group>();
  for (const cause of causes) {
    const finding = findings.find(({ check, verdict }) => check === cause.check && verdict === cause.verdict);
    if (finding?.because !== undefined) continue;
    const key = keyOf(cause, finding);
    const { findings: others, ...first } = groups.get(key) ?? { ...cause, findings: [] };
    groups.set(key, { ...first, findings: finding === undefined ? others : [...others, finding] });
  }
  const reasons = remediesOnce([...groups.values()]).map((group) => reasonOf(group, findings));
  const first = reasons.find(({ remedy }) => draftable.test(remedy));
  return reasons.map((one) => (one === first ? { ...one, below: [...one.below, draftLine(folder)] } : one));
}

/** What a remedy calls a declaration that a draft may hold. */
const draftable = /\b(answers|refusal|token|encrypt|backup)\.[a-z]/;

function draftLine(folder: string | null): string {
  const where = folder === null ? ', where RUN is the folder of this run' : '';
  return `→ \`npx encryption-backup-harness contract init --from ${folder ?? 'RUN'}\` drafts it from what was seen${where}.`;
}

/** The reasons that these findings do not tell. */
export function reasonsBeside(
  told: readonly Finding[],
  report: Report,
  folder: string | null = null,
): Reason[] {
  return reasonsOf(report, folder).filter((reason) => told.every(({ check }) => check !== reason.check));
}

interface Group extends VerdictCause {
  readonly findings: readonly Finding[];
}

/** The same where the same can be done about findings of several endpoints. */
function keyOf({ verdict, text, remedy }: VerdictCause, finding: Finding | undefined): string {
  if (finding === undefined || verdict === 'fail' || remedy === '') return text;
  return [finding.title.replace(finding.endpoint, ''), ...remedy.split('\n').map(remedyIn)].join('\n');
}

function reasonOf({ findings: [first, ...others], ...cause }: Group, all: readonly Finding[]): Reason {
  const checks = [first, ...others].map((one) => one?.check);
  const open = all.filter(({ because }) => because !== undefined && checks.includes(because)).length;
  const names = others.map(({ endpoint }) => endpoint);
  const same = names.length === 0 ? '' : ` The same for ${names.join(', ')}.`;
  const sameInShort = names.length === 0 ? '' : ` The same for ${counted(names.length, 'other endpoint')}.`;
  return {
    ...cause,
    text: `${cause.text}${same}`,
    headline: `${first === undefined ? cause.text : headlineOf(first)}${sameInShort}`,
    below: [
      ...remedyLines(cause.remedy),
      ...(open === 0 ? [] : [`${counted(open, 'further check')} could not be decided because of this.`]),
    ],
  };
}

export function reasonText(finding: Finding): string {
  return `${finding.title}${placeOf(finding, `§${finding.section}`)}: ${finding.explanation}`;
}

/** Where the title does not say it. */
function placeOf({ title, endpoint }: Finding, ...more: readonly string[]): string {
  const places = [...(title.includes(endpoint) ? [] : [endpoint]), ...more];
  return places.length === 0 ? '' : ` (${places.join(', ')})`;
}

const headlineWidth = 140;

/** All of a reason if it is short; else the sentence that matters most: what was counted, or why nothing can be decided. */
function headlineOf(finding: Finding): string {
  const sentences = finding.explanation.split(/(?<=[.;]) (?=[A-Z\d])/);
  const most = finding.verdict === 'fail' ? sentences[0] : sentences.at(-1);
  const start = `${finding.title}${placeOf(finding)}`;
  const forms = [reasonText(finding), `${start}: ${most}`];
  return forms.find(({ length }) => length <= headlineWidth) ?? `${start}.`;
}

const arrow = ' → ';

/** "→ remedy", or "reason → remedy" where there are several: a line each. */
export function remedyLines(remedy: string): string[] {
  if (remedy === '') return [];
  return remedy.split('\n').map((line) => (line.includes(arrow) ? line : `→ ${line}`));
}

/** Reasons with each remedy once, at the first of the reasons that it is for. */
export function remediesOnce<Row extends { readonly remedy: string }>(rows: readonly Row[]): Row[] {
  const said = new Set<string>();
  return rows.map((row) => {
    const lines = row.remedy.split('\n').filter((line) => !said.has(remedyIn(line)));
    for (const line of lines) said.add(remedyIn(line));
    return { ...row, remedy: lines.join('\n') };
  });
}

function remedyIn(line: string): string {
  return line.split(arrow).at(-1) ?? line;
}
