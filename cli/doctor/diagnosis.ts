import { createColors } from 'picocolors';
import { counted } from '../../checks/wording.ts';
import { visible, withoutCommands } from '../../reports/escape.ts';

export type Diagnosis = Readonly<ReturnType<typeof ok>>;

/** problem: the harness cannot work; warning: it can, but its verdicts may suffer. `remedy` is empty if nothing is to be done. */
const diagnosis =
  (state: 'ok' | 'warning' | 'problem') =>
  (name: string, detail: string, remedy = '') => ({ name, state, detail, remedy });

export const ok = diagnosis('ok');
export const warning = diagnosis('warning');
export const problem = diagnosis('problem');

/** A line each with the remedy below it, and finally whether the harness can work. What a service says of itself is made harmless. */
export function renderDiagnoses(diagnoses: readonly Diagnosis[], colour: boolean): string {
  const colours = createColors(colour);
  const marks = { ok: colours.green('✓'), warning: colours.yellow('!'), problem: colours.red('✗') };
  const width = Math.max(...diagnoses.map(({ name }) => name.length));
  const indent = ' '.repeat(width + 4);
  const lines = diagnoses.flatMap(({ name, state, detail, remedy }) => [
    `${marks[state]} ${name.padEnd(width)}  ${visible(detail).replaceAll('\n', `\n${indent}`)}`,
    ...(remedy === '' ? [] : [`${indent}${colours.dim(visible(remedy))}`]),
  ]);
  return withoutCommands(`${[...lines, '', summaryOf(diagnoses)].join('\n')}\n`);
}

function summaryOf(diagnoses: readonly Diagnosis[]): string {
  const counts = (['problem', 'warning'] as const).flatMap((wanted) => {
    const found = diagnoses.filter(({ state }) => state === wanted).length;
    return found === 0 ? [] : [counted(found, wanted)];
  });
  if (diagnoses.some(({ state }) => state === 'problem')) return `Not ready: ${counts.join(', ')}.`;
  return counts.length === 0 ? 'Ready.' : `Ready, with ${counts.join()}: a gate may be inconclusive.`;
}
