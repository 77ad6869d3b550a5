import { expect, it } from 'vitest';
import type { ComparisonPlan } from '../../checks/comparison/comparison-plan.ts';
import { keyOf } from '../read-metrics.ts';
import { comparisonMeasurement } from './comparison-summary.ts';

it('a block for which k6 has no times, and so reports 0, is none', () => {
  const times = (block: string, ms: number) =>
    (['compare_p50', 'compare_p90'] as const).map((name) => [
      keyOf(name, { endpoint: 'user', block }),
      { value: ms },
    ]);
  const metrics = Object.fromEntries([...times('0', 2.5), ...times('1', 0)]);
  const { endpoints } = comparisonMeasurement(metrics, { blocks: 3 } as ComparisonPlan, true);
  const user = endpoints.find(({ name }) => name === 'user');
  expect(user?.blocks).toEqual([{ p50Ms: 2.5, p90Ms: 2.5 }, null, null]);
});
