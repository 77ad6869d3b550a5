import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { reports } from '../reports/every-report-fixture.ts';

const schema = JSON.parse(readFileSync(new URL('report.schema.json', import.meta.url), 'utf8'));
const validate = new Ajv({ strict: true, allErrors: true }).compile(schema);
/** Absent in reports that an older harness wrote. */
const addedLater = [
  'settling',
  'slowCalls',
  'stolenShare',
  'loadAverage',
  'comparison',
  'connections',
  'capacity',
  'outcomes',
  'seed',
  'tokenProbes',
  'cause',
];
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

describe('the schema of report.json', () => {
  test.each(Object.entries(reports))('takes the report that is %s', (_, report) => {
    validate(plain(report()));
    expect(validate.errors).toBeNull();
  });

  test('asks for every field and takes no other, at every depth', () => {
    const report = plain(reports['failing']?.());
    const changes = [...everyObject(report)].flatMap((object) => [
      ...Object.keys(object).map((key) => ({ object, key, value: undefined })),
      { object, key: 'unknown', value: 1 },
    ]);
    const accepted = changes.filter((change) => validate(plain(changed(report, change))));
    expect(changes.length).toBeGreaterThan(300);
    const neverAbsent = accepted.filter(
      ({ key, object }) => !addedLater.includes(key) && !(key === 'curl' && 'example' in object),
    );
    expect(neverAbsent.map(({ key }) => key)).toEqual([]);
  });

  test.each([
    ['verdict', 'passed'],
    ['reason', null],
    ['findings', {}],
  ])('refuses %s: %o', (key, value) => {
    expect(validate({ ...plain(reports['passing']?.()), [key]: value })).toBe(false);
  });
});

type Fields = Record<string, unknown>;

function* everyObject(value: unknown): Generator<Fields> {
  if (Array.isArray(value)) for (const item of value.slice(0, 2)) yield* everyObject(item);
  else if (typeof value === 'object' && value !== null) {
    yield value as Fields;
    for (const item of Object.values(value)) yield* everyObject(item);
  }
}

function changed(value: unknown, change: { object: Fields; key: string; value: unknown }): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changed(item, change)]));
  return value === change.object ? { ...fields, [change.key]: change.value } : fields;
}
