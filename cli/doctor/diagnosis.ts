import { createColors } from 'picocolors';
import { counted } from '../../checks/wording.ts';
import { visible, withoutCommands } from '../../reports/escape.ts';

export type Diagnosis = Readonly<ReturnType<typeof ok>>;

/**
 * problem: the harness cannot work; warning: it can, but its verdicts may suffer; obstacle: a warning of what certainly keeps a gate
 * from a pass. `remedy` is empty if nothing is to be done.
 */
const diagnosis =
  (state: 'ok' | 'warning' | 'obstacle' | 'problem') =>
  (name: string, detail: string, remedy = '') => ({ name, state, detail, remedy });

export const ok = diagnosis('ok');
export const warning = diagnosis('warning');
export const obstacle = diagnosis('obstacle');
export const problem = diagnosis('problem');

/** A line each with the remedy below it, and finally whether the harness can work. What a service says of itself is made harmless. */
export function renderDiagnoses(diagnoses: readonly Diagnosis[], colour: boolean): string {
  const colours = createColors(colour);
  const warned = colours.yellow('!');
  const marks = { ok: colours.green('✓'), warning: warned, obstacle: warned, problem: colours.red('✗') };
  const width = Math.max(...diagnoses.map(({ name }) => name.length));
  const indent = ' '.repeat(width + 4);
  const lines = diagnoses.flatMap(({ name, state, detail, remedy }) => [
    `${marks[state]} ${name.padEnd(width)}  ${visible(detail).replaceAll('\n', `\n${indent}`)}`,
    ...(remedy === '' ? [] : [`${indent}${colours.dim(visible(remedy))}`]),
  ]);
  return withoutCommands(`${[...lines, '', summaryOf(diagnoses)].join('\n')}\n`);
}

function summaryOf(diagnoses: readonly Diagnosis[]): string {
  const named = (...wanted: Diagnosis['state'][]) =>
    diagnoses.filter(({ state }) => wanted.includes(state)).map(({ name }) => name);
  const [problems, warnings, obstacles] = [named('problem'), named('warning', 'obstacle'), named('obstacle')];
  const warned = warnings.length === 0 ? '' : counted(warnings.length, 'warning');
  if (problems.length > 0)
    return `Not ready: ${[counted(problems.length, 'problem'), warned].filter(Boolean).join(', ')}.`;
  if (warned === '') return 'Ready.';
  const gate =
    obstacles.length === 0
      ? `With ${warnings.length === 1 ? 'it' : 'these'}, a gate may be inconclusive.`
      : `As things are, a gate cannot pass: see ${obstacles.join(', ')}.`;
  return `Ready, with ${warned}. ${gate}`;
}
