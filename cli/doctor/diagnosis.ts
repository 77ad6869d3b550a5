export type DiagnosisState = 'ok' | 'warning' | 'problem';

export interface Diagnosis {
  readonly name: string;
  /** problem: the harness cannot work; warning: it can, and its verdicts may suffer. */
  readonly state: DiagnosisState;
  readonly detail: string;
  /** Empty where nothing is to be done. */
  readonly remedy: string;
}

export function ok(name: string, detail: string): Diagnosis {
  return { name, state: 'ok', detail, remedy: '' };
}

export function warning(name: string, detail: string, remedy: string): Diagnosis {
  return { name, state: 'warning', detail, remedy };
}

export function problem(name: string, detail: string, remedy: string): Diagnosis {
  return { name, state: 'problem', detail, remedy };
}
