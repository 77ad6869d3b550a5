import type { SchemaError } from '../schemas/validate.ts';
import { valueAt } from './json-text/json-text.ts';

/**
 * Keywords that a body may break only because its numbers were rounded. Rounding keeps the order of numbers, and equal ones equal,
 * so minimum, maximum, enum and const are not among them.
 */
const brokenByRounding: readonly string[] = [
  ...['uniqueItems', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum'],
  // They count or forbid matches, and whether something matches may change with its numbers.
  ...['not', 'oneOf', 'contains'],
];

/**
 * Whether a body may mismatch only because JSON numbers are read as doubles: beyond 2^53 these round, so that different numbers become
 * equal, and beyond 1.8e308 they become infinite.
 */
export function isPerhapsByRounding(errors: readonly SchemaError[], body: unknown): boolean {
  return errors.some(({ keyword, params, instancePath }) => {
    const value = valueAt(body, instancePath);
    if (keyword === 'type') return isInfinite(value) && [params['type']].flat().some(isOfNumbers);
    return brokenByRounding.includes(keyword) && holdsInexact(value);
  });
}

const isInfinite = (value: unknown) => typeof value === 'number' && !Number.isFinite(value);

const isOfNumbers = (type: unknown) => type === 'number' || type === 'integer';

/** Whether a JSON value of any depth holds a number that may differ from the one that was sent. */
function holdsInexact(value: unknown): boolean {
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === 'number' && Math.abs(one) > Number.MAX_SAFE_INTEGER) return true;
    if (typeof one === 'object' && one !== null) for (const part of Object.values(one)) left.push(part);
  }
  return false;
}
