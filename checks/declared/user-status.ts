import type { Contract } from '../../schemas/contract.ts';
import { type Check, declaredReading, fail, type Judgement, notApplicable, pass } from '../check.ts';
import { describeValue } from '../describe-value.ts';
import { valueAt } from './body-fault.ts';

/** `verified` is stated: a contract can add to it, and cannot take it away. */
const statedStatus = 'verified';

export function userStatusChecks({ user }: Contract): Check[] {
  if (user?.statuses === undefined) return [];
  const allowed = [...new Set([statedStatus, ...user.statuses])];
  return [
    {
      id: 'user-status-declared',
      clause: '2.status-values',
      origin: 'declared',
      title: 'user.status is `verified` or a declared value',
      failureTitle: 'user.status is neither `verified` nor a declared value',
      subject: 'user-answer',
      after: 'user-status-string',
      reading: declaredReading,
      judge: ({ json }) => judgeStatusValue(json?.ok ? json.value : null, allowed),
    },
  ];
}

function judgeStatusValue(body: unknown, allowed: readonly string[]): Judgement {
  const status = valueAt(body, '/user/status');
  if (typeof status !== 'string') return notApplicable;
  if (allowed.includes(status)) return pass;
  return fail('undeclared value', `one of ${allowed.join(', ')}`, describeValue(status));
}
