import { expect, it } from 'vitest';
import { answerWith, conformantUser } from './exchange-fixture.ts';
import { observe } from './observations.ts';

it.each([
  ['total;dur=12.5, db;dur="30"', ['total: under 20 ms', 'db: at least 20 ms']],
  ['cache;desc="hit", edge', []],
  ['', []],
])('records the service’s own figure, and judges nothing by it: %s', (header, values) => {
  const headers = { 'server-timing': header };
  const seen = observe(answerWith({ body: { user: conformantUser }, response: { headers } }));
  expect(seen.flatMap(({ id, value }) => (id === 'server-timing' ? value : []))).toEqual(values);
});
