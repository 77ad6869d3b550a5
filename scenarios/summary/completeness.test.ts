import { describe, expect, it } from 'vitest';
import { newRecords } from '../conformance/records.ts';
import { dueCalls } from '../load/plan.ts';
import type { RunContext } from '../run-context.ts';
import type { SetupData } from '../setup-data.ts';
import { completenessOf } from './completeness.ts';

const records = newRecords();
records.calls.user.results.succeeded = 1;
const setup = { reachable: true, problems: [], records } as unknown as SetupData;
const loadOf = (shape: 'steady' | 'ramp' | 'spike' | 'climb') => ({ shape, rate: 100, measureMs: 10_000 });

function completeness(shape: Parameters<typeof loadOf>[0], made: number, dropped = 0) {
  const count = (value: number) => ({ values: { count: value } });
  const metrics = {
    'iterations{scenario:measure}': count(made),
    'dropped_iterations{scenario:measure}': count(dropped),
  };
  const data = { state: { testRunDurationMs: 1, isStdOutTTY: false }, metrics, setup_data: setup };
  return completenessOf({ load: loadOf(shape) } as unknown as RunContext, data, setup);
}

describe.each(['steady', 'ramp', 'spike', 'climb'] as const)('a %s load', (shape) => {
  const planned = dueCalls(loadOf(shape));

  it('is complete where its calls came due, made or dropped', () => {
    expect(completeness(shape, planned)).toBe('complete');
    expect(completeness(shape, planned * 0.6, planned * 0.4)).toBe('complete');
  });

  it('is interrupted where they did not, or where none was made', () => {
    expect(completeness(shape, planned * 0.9)).toBe('interrupted');
    expect(completeness(shape, 0)).toBe('interrupted');
    expect(completeness(shape, 0, planned)).toBe('interrupted');
  });
});
