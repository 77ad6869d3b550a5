import { createColors } from 'picocolors';
import { counted } from '../../checks/wording.ts';
import { visible, withoutCommands } from '../../reports/escape.ts';

type State = 'ok' | 'warning' | 'problem';

export interface Diagnosis {
  readonly name: string;
  /** problem: the harness cannot work; warning: it can, and its verdicts may suffer. */
  readonly state: State;
  readonly detail: string;
  /** Empty where nothing is to be done. */
  readonly remedy: string;
}

export function ok(name: string, detail: string): Diagnosis {
  return { name, state: 'ok', detail, remedy: '' };
}

export function doubt(name: string, detail: string, remedy: string): Diagnosis {
  return { name, state: 'warning', detail, remedy };
}

export function problem(name: string, detail: string, remedy: string): Diagnosis {
  return { name, state: 'problem', detail, remedy };
}

/** A line each, what a service says of itself made harmless, the remedy below it, and at last whether the harness can work. */
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
  const found = (['problem', 'warning'] as const).flatMap((wanted) => {
    const number = diagnoses.filter(({ state }) => state === wanted).length;
    return number === 0 ? [] : [counted(number, wanted)];
  });
  if (found.length === 0) return 'Ready.';
  const isReady = diagnoses.every(({ state }) => state !== 'problem');
  return `${isReady ? 'Ready, with' : 'Not ready:'} ${found.join(', ')}.`;
}

/** Only the code, of the first cause: a message could repeat a header. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  if (error.cause instanceof Error) return codeOf(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** For a connection that is given up, or gone: Node names such an error so where it is its own. */
export function givenUp(code: 'ETIMEDOUT' | 'ECONNRESET'): Error {
  return Object.assign(new Error(), { code });
}
