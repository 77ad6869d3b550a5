import { expect, it } from 'vitest';
import { endpointResult } from '../fixtures/endpoint.ts';
import { passingReport, run } from '../fixtures/passing.ts';
import type { Report } from '../report.ts';
import { refusals } from './refusals.ts';

const names = ['a/', 'b/'];
const here = passingReport({ run: { ...run, id: 'a' } });

function problems(change: Partial<Report>, runChange: Partial<Report['run']> = {}): string[] {
  const other = passingReport({ run: { ...run, id: 'b', ...runChange }, ...change });
  return refusals([here, other], names);
}

it('has nothing against two generators of one run', () => {
  expect(problems({}, { startedAt: '2026-03-21T09:15:20.000Z', durationMs: 64_000 })).toEqual([]);
});

it('wants at least two', () => {
  expect(refusals([here], names)).toEqual(['Merging takes the runs of at least two generators.']);
});

it.each<[string, Partial<Report['run']>, string]>([
  [
    'another target',
    { target: 'http://b' },
    'b/ has another target than a/: http://b, not http://127.0.0.1:8080.',
  ],
  ['another scenario', { scenario: 'load' }, 'b/ has another scenario than a/: load, not gate.'],
  ['another profile', { profile: 'quick' }, 'b/ has another profile than a/: quick, not standard.'],
  [
    'the embedded service',
    { embeddedService: true },
    'b/ has another service than a/: the embedded reference service, not the one given.',
  ],
  ['an interrupted run', { completeness: 'interrupted' }, 'b/ was interrupted: it gives no verdict.'],
  ['the same run', { id: 'a' }, 'b/ holds the same run as a/: its calls would count twice.'],
  ['a part of it', { id: 'a + c' }, 'b/ holds the same run as a/: its calls would count twice.'],
  [
    'another time',
    { startedAt: '2026-03-21T09:15:40.000Z' },
    'b/ and a/ did not run at the same time: they share 27 s of 65 s.',
  ],
])('refuses %s and says which', (_, change, problem) => {
  expect(problems({}, change)).toEqual([problem]);
});

const { contract, tool } = here;

it.each<[string, Partial<Report>, RegExp]>([
  [
    'another contract',
    { contract: { ...contract, declarations: ['Other.'] } },
    /^b\/ has another contract than a\/: Other\./,
  ],
  [
    'another contract file',
    { contract: { ...contract, file: 'x/c.yaml' } },
    /contract file.*c\.yaml, not contract\.yaml/,
  ],
  [
    'other settings',
    { contract: { ...contract, settings: [] } },
    /settings than a\/: nothing, not response-time/,
  ],
  ['another harness', { tool: { ...tool, version: '0.2.0' } }, /harness 0\.2\.0, not/],
  ['a run without load', { load: null }, /another load model than a\/: no load, not open/],
])('refuses %s', (_, change, problem) => {
  expect(problems(change)).toEqual([expect.stringMatching(problem)]);
});

it('takes a contract of the same name from another folder', () => {
  expect(problems({ contract: { ...contract, file: '/builds/7/contract.yaml' } })).toEqual([]);
});

it('refuses buckets with other edges', () => {
  const endpoint = endpointResult({ name: 'user', requests: 100, medianMs: 2, spread: 0.2 });
  const endpoints = [{ ...endpoint, histogram: [{ upToMs: 21, count: 100 }] }];
  expect(problems({ endpoints })).toEqual([
    'b/ counts the times of GET /api/v1/user in other buckets: they cannot be added.',
  ]);
});

it('names every problem', () => {
  expect(problems({}, { target: 'http://b', profile: 'quick', completeness: 'broken' })).toHaveLength(3);
});
