import type { Contract } from '../../../schemas/contract.ts';
import type { Front, FrontKind } from '../fronts.ts';
import type { ProgramName } from '../programs.ts';

/** What is wrong with a service: it asks nobody for the token, it compares loosely, or last_sync is as the language prints a date. */
type Flaw = 'no guard' | 'loose guard' | 'printed date';

export interface Backend {
  readonly program: ProgramName;
  readonly flaw?: Flaw;
  /** Nothing listens at its port. */
  readonly isDown?: true;
}

/** What must come out: exactly these checks fail, some of these and no others, or at least these are left open. */
export type Expected =
  | 'pass'
  | { readonly fail: readonly string[] }
  | { readonly failSome: readonly string[] }
  | { readonly open: readonly string[] };

export interface Row {
  readonly name: string;
  readonly backends: readonly Backend[];
  readonly front?: Front;
  readonly contract?: Contract;
  /** Absent: conformance. */
  readonly scenario?: 'conformance' | 'smoke' | 'load';
  readonly expected: Expected;
}

export const go: Backend = { program: 'Go net/http' };
export const goWithoutGuard: Backend = { program: 'Go net/http', flaw: 'no guard' };

/** A row of this server with lines of its own in front of a backend. */
export function behind(
  kind: FrontKind,
  what: string,
  expected: Expected,
  lines: Omit<Front, 'kind'> = {},
  backends: readonly Backend[] = [go],
): Row {
  return { name: `${kind}: ${what}`, backends, front: { kind, ...lines }, expected };
}

/** The same in front of a service that asks nobody for the token. */
export function guarding(
  kind: FrontKind,
  what: string,
  expected: Expected,
  lines: Omit<Front, 'kind'>,
  backend = goWithoutGuard,
): Row {
  return behind(kind, what, expected, lines, [backend]);
}

/** The same row in a load. */
export function underLoad(row: Row): Row {
  return { ...row, name: `${row.name}, under load`, scenario: 'load' };
}

export const absent = 'auth-absent-refused';
export const empty = 'auth-empty-refused';
export const scheme = 'auth-scheme-refused';
export const madeUp = 'auth-made-up-refused';

/** Nobody needs the token. */
export const everyone: Expected = { fail: [absent, empty, scheme, madeUp] };
/** No call of encrypt, or not enough of them, succeeds. */
export const unserved: Expected = { open: ['encrypt-offered'] };

/** Without it, Apache keeps Authorization from CGI programs. */
export const passAuth = '<Location "/">\nCGIPassAuth On\n</Location>';
