import { createColors } from 'picocolors';
import type { DiagnosisState } from './diagnosis.ts';
import type { DoctorReport } from './doctor.ts';

/** A line each, the remedy below it, and at last whether the harness can work. */
export function renderDoctor(report: DoctorReport, colour: boolean): string {
  const colours = createColors(colour);
  const marks = { ok: colours.green('✓'), warning: colours.yellow('!'), problem: colours.red('✗') };
  const width = Math.max(...report.map(({ name }) => name.length));
  const indent = ' '.repeat(width + 4);
  const lines = report.flatMap(({ name, state, detail, remedy }) => [
    `${marks[state]} ${name.padEnd(width)}  ${detail.replaceAll('\n', `\n${indent}`)}`,
    ...(remedy === '' ? [] : [`${indent}${colours.dim(remedy)}`]),
  ]);
  return `${[...lines, '', summaryOf(report)].join('\n')}\n`;
}

function summaryOf(report: DoctorReport): string {
  const [problems, warnings] = [count(report, 'problem'), count(report, 'warning')];
  if (problems + warnings === 0) return 'Ready.';
  const found = [plural(problems, 'problem'), plural(warnings, 'warning')]
    .filter((text) => text !== '')
    .join(', ');
  return problems > 0 ? `Not ready: ${found}.` : `Ready, with ${found}.`;
}

function count(report: DoctorReport, state: DiagnosisState): number {
  return report.filter((diagnosis) => diagnosis.state === state).length;
}

function plural(number: number, noun: string): string {
  return number === 0 ? '' : `${number} ${noun}${number === 1 ? '' : 's'}`;
}
