import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { ledgerLine } from './ledger-fixture.ts';

const schema = JSON.parse(
  readFileSync(new URL('../../../schemas/ledger.schema.json', import.meta.url), 'utf8'),
);
const validate = new Ajv({ strict: true, allErrors: true }).compile(schema);

it('takes a line, with a build and without', () => {
  expect(validate(ledgerLine())).toBe(true);
  expect(validate(ledgerLine({ build: null, standing: 'down', reason: 'nobody' }))).toBe(true);
});

it('asks for every field and takes no other, at every depth', () => {
  const line = ledgerLine();
  const places: [string, object][] = [
    ['calls', line.calls],
    ['time', line.time],
  ];
  const nested = places.flatMap(([name, fields]) =>
    changes(fields).map((changed) => ({ ...line, [name]: changed })),
  );
  const all = [...changes(line), ...nested];
  expect(all.length).toBeGreaterThan(19);
  expect(all.filter((changed) => validate(changed))).toEqual([]);
});

/** Without each of the fields in turn, and with one too many. */
function changes(fields: object): object[] {
  const without = Object.keys(fields).map((key) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key)),
  );
  return [...without, { ...fields, unknown: 1 }];
}
