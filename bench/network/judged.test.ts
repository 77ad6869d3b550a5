import { describe, expect, it } from 'vitest';
import { dueVerdict, markOf } from './judged.ts';

const path = {
  roundTripMs: 10,
  jitterMs: 2,
  lossPercent: 0,
  service: '8 ms',
  protocol: 'HTTP',
  at: 'none',
} as const;
const reading = {
  endpoint: 'user',
  said: 'pass',
  openFor: [],
  seenSlowShare: 0,
  servedSlowShare: 0,
  servedP99Ms: 1,
} as const;
const fail = { ...reading, said: 'fail' } as const;
const client = { ...path, at: 'client' } as const;
const service = { ...path, at: 'service' } as const;

describe('a verdict', () => {
  it.each([
    ['a pass of what all were content with', reading, path, 'right'],
    ['a pass of a slow service', { ...reading, servedSlowShare: 0.02 }, service, 'wrong'],
    ['a pass of what the network alone makes slow', { ...reading, servedP99Ms: 10 }, path, 'wrong'],
    ['the same at the service', { ...reading, servedP99Ms: 10 }, service, 'right'],
    ['a pass of what the client saw to be slow', { ...reading, seenSlowShare: 0.02 }, client, 'wrong'],
    ['a fail of a slow service', { ...fail, servedSlowShare: 0.02 }, path, 'right'],
    ['a fail of a fast service', { ...fail, seenSlowShare: 1 }, path, 'wrong'],
    ['the same by what the client saw', { ...fail, seenSlowShare: 1, servedP99Ms: 10 }, client, 'right'],
    ['a fail of what cannot be slow for the client', { ...fail, seenSlowShare: 1 }, client, 'wrong'],
    ['none', { ...fail, said: 'inconclusive' }, path, 'open'],
  ] as const)('%s', (_, said, of, mark) => {
    expect(markOf(said, of)).toBe(mark);
  });

  it.each([
    ['pass', { service: '1 ms' }],
    [null, {}],
    ['pass', { at: 'service' }],
    [null, { at: 'service', jitterMs: 5 }],
    [null, { at: 'service', lossPercent: 0.1 }],
    ['fail', { at: 'client', service: '22 ms' }],
    [null, { service: '30 ms' }],
    ['fail', { service: '30 ms', roundTripMs: 2 }],
    [null, { service: '2 % at 60 ms' }],
  ] as const)('%s is due with %j', (verdict, other) => {
    expect(dueVerdict({ ...path, ...other })).toBe(verdict);
  });
});
