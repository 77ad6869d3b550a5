import { expect, it } from 'vitest';
import { newRecords, recordObservations } from './records.ts';

it('keeps 20 values of what it observed, each as its beginning, and counts the others', () => {
  const records = newRecords();
  const observe = (type: string) => recordObservations(records, 'user', { 'content-types': [type] });
  for (let at = 0; at < 30; at += 1) observe(`text/${at}`);
  expect(records.observations['content-types']?.user).toMatchObject({ counts: { 'text/0': 1 }, more: 10 });
  const others = newRecords();
  for (const _ of [1, 2])
    recordObservations(others, 'user', { 'content-types': [`text/${'x'.repeat(10_000)}`] });
  const [[value, count] = ['', 0]] = Object.entries(others.observations['content-types']?.user?.counts ?? {});
  expect([value.length, count]).toEqual([201, 2]);
});
