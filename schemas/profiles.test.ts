import { expect, it } from 'vitest';
import { pacedPlan, plannedRequests, profiles } from './profiles.ts';

const plans = profiles.map(({ conformance }) => conformance);

it('without a rate the phase has the time of its profile, and no pace', () => {
  for (const plan of plans) expect(pacedPlan(plan, null)).toEqual({ ...plan, stepMs: 0 });
});

it('at any rate the time is enough for all requests, and a whole number: k6 writes no others back as they were', () => {
  for (const plan of plans) {
    for (const rate of [1, 3, 7, 40, 60, 70, 475, 10_000]) {
      const { stepMs, budgetMs } = pacedPlan(plan, rate);
      expect(budgetMs).toBeGreaterThanOrEqual(2 * plannedRequests(plan) * stepMs);
      expect(budgetMs).toBeGreaterThanOrEqual(plan.budgetMs);
      expect(Number.isInteger(budgetMs)).toBe(true);
    }
  }
});
