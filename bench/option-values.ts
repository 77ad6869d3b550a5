import { InvalidArgumentError } from 'commander';

export function list(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}

export function wholeNumbers(text: string): number[] {
  return list(text).map(wholeNumber);
}

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (text !== '' && Number.isInteger(value) && value >= 0) return value;
  throw new InvalidArgumentError('a whole number is wanted.');
}

export function positiveWholeNumber(text: string): number {
  if (Number(text) > 0) return wholeNumber(text);
  throw new InvalidArgumentError('a whole number above 0 is wanted.');
}
