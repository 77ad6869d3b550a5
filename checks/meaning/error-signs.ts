import { isNothing } from '../json-text/json-text.ts';

/** A JSON object. */
export type Body = Readonly<Record<string, unknown>>;

type Sign = (value: unknown, body: Body) => boolean;

export const deniesSuccess: Sign = (value) => value === false || value === 0 || value === 'false';

/** HTTP's status of an error, `false`, or JSend's words. */
const deniesStatus: Sign = (value, { status, message, data }) => {
  if (status === 'error' && value === status) return typeof message === 'string';
  if (status === 'fail' && value === status) return data !== undefined;
  return value === false || isErrorStatus(value);
};

export function isErrorStatus(value: unknown): boolean {
  return /^[45]\d\d$/.test(String(value));
}

/** By the bare name of a member: what a value must be to say that the call failed. */
const signs: readonly (readonly [RegExp, Sign])[] = [
  [/^(is)?(ok|success|successful|succeeded)$/, deniesSuccess],
  [/^(http)?(status|code|statuscode)$/, deniesStatus],
  [/^(err(or)?s?(code|message|msg|type|name|description)?|exception|fault)$/, says],
];

/** The members in which a body may say that the call failed: without any, it does not. */
export function errorSigns(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const body = value as Body;
  return Object.keys(body).filter((name) => signOf(name)?.(body[name], body) === true);
}

const known = new Map<string, Sign | undefined>();
const mostKnown = 500;

/** Remembered, because names recur, and patterns take k6's engine time. */
export function signOf(name: string): Sign | undefined {
  if (!known.has(name)) {
    if (known.size >= mostKnown) known.clear();
    known.set(name, signs.find(([pattern]) => pattern.test(bare(name)))?.[1]);
  }
  return known.get(name);
}

export function bare(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

/** An error that is none, or whose code says so. */
const noError = /^(0+|ok|none|success)$/i;

export function says(value: unknown): boolean {
  if (value === undefined || value === false || value === 0 || isNothing(value)) return false;
  const code = typeof value === 'object' && value !== null && 'code' in value ? value.code : value;
  return !noError.test(String(code));
}
