import { describe, expect, test } from 'vitest';
import { passingReport } from '../../../reports/fixtures/passing.ts';
import { artilleryReading } from './artillery.ts';
import { autocannonReading } from './autocannon.ts';
import { h2loadReading } from './h2load.ts';
import { harnessReadings } from './harness.ts';
import { k6Reading } from './k6.ts';
import { locustReading } from './locust.ts';
import { ohaReading } from './oha.ts';
import { wrkReading } from './wrk.ts';

describe('readings from what each tool writes', () => {
  test('k6: the thresholds decide, not the figures', () => {
    const thresholds = { 'p(95)<20': { ok: true }, 'p(99)<20': { ok: false } };
    const duration = { values: { 'p(95)': 19.4, 'p(99)': 20.3 }, thresholds };
    const metrics = { http_req_duration: duration, slow: { values: { rate: 0.015 } } };
    const said = { p95: 'pass', p99: 'fail', p95Ms: 19.4, p99Ms: 20.3, slowShare: 0.015 };
    expect(k6Reading(metrics)).toMatchObject(said);
    expect(k6Reading({})).toMatchObject({ p95: null, p99: null, slowShare: null });
  });

  test('oha: seconds', () => {
    const reading = ohaReading({ latencyPercentiles: { p95: 0.0195, p99: 0.02 } });
    expect(reading).toMatchObject({ p95: 'pass', p99: 'fail', p95Ms: 19.5, p99Ms: 20 });
  });

  test('autocannon: no 95th percentile', () =>
    expect(autocannonReading({ latency: { p97_5: 18, p99: 19 } })).toMatchObject({ p95: null, p99: 'pass' }));

  test('Artillery: the summary of the whole run', () => {
    const summaries = { 'http.response_time': { p95: 18.2, p99: 23.8 } };
    expect(artilleryReading({ aggregate: { summaries } })).toMatchObject({ p95: 'pass', p99: 'fail' });
  });

  test('Locust: the row of all calls', () => {
    const head = 'Type,Name,Request Count,50%,95%,99%';
    const csv = `${head}\r\nGET,/api/v1/user,9,1,2,3\r\n,Aggregated,9,15,18,26\r\n`;
    expect(locustReading(csv)).toMatchObject({ p95: 'pass', p99: 'fail', p95Ms: 18, p99Ms: 26 });
    expect(locustReading(`${head}\n,Aggregated,0,N/A,N/A,N/A\n`)).toMatchObject({ p95: null, p99: null });
  });

  test('h2load: nearest rank over its log', () => {
    const calls = Array.from({ length: 100 }, (_, index) => `17\t200\t${index < 98 ? 2000 : 25_000}`);
    const reading = h2loadReading(`${calls.join('\n')}\n`);
    expect(reading).toMatchObject({ p95Ms: 2, p99Ms: 25, p95: 'pass', p99: 'fail', slowShare: 0.02 });
    expect(h2loadReading('')).toMatchObject({ p95: null, slowShare: null });
  });

  test('wrk: what its script prints', () => {
    expect(wrkReading('Running\np95 15257 us, p99 20000 us\n')).toMatchObject({ p95Ms: 15.257, p99: 'fail' });
    expect(wrkReading('unable to connect')).toMatchObject({ p95: null, p99: null });
  });

  test('harness: a verdict for each endpoint but backup, under each percentile', () => {
    const readings = harnessReadings(passingReport());
    expect(readings.map(({ endpoint }) => endpoint)).toEqual(['user', 'encrypt', 'sync']);
    expect(readings).toMatchObject([{ p95: 'pass', p99: 'pass' }, {}, {}]);
    expect(readings[0]?.p99Ms).toBeGreaterThan(0);
  });
});
