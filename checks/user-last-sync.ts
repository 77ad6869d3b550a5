import type { Answer } from './answer.ts';
import { type Check, fail, type Judgement, notApplicable, pass } from './check.ts';
import { valueAt } from './declared/body-fault.ts';
import { describeValue } from './describe-value.ts';
import { classifyTimestamp, type TimestampClass } from './iso8601/classify.ts';

function lastSyncOf({ json }: Answer): string | undefined {
  const lastSync = json?.ok ? valueAt(json.value, '/user/last_sync') : undefined;
  return typeof lastSync === 'string' ? lastSync : undefined;
}

let latest: { readonly text: string; readonly found: TimestampClass } | undefined;

/** Two checks ask the same of one answer, and many answers carry the same time. */
function classified(text: string): TimestampClass {
  if (text !== latest?.text) latest = { text, found: classifyTimestamp(text) };
  return latest.found;
}

function judgeTimestamp(answer: Answer, rule: 'iso8601' | 'utc', expected: string): Judgement {
  const text = lastSyncOf(answer);
  if (text === undefined) return notApplicable;
  const found = classified(text);
  if (found.kind === 'contested')
    return { outcome: 'contested', form: found.form, actual: describeValue(text) };
  if (found.kind === 'conformant' || found.rule !== rule) return pass;
  return fail(found.reason, expected, describeValue(text));
}

export const userLastSyncChecks: readonly Check[] = [
  {
    id: 'user-last-sync-iso8601',
    clause: '2.user.last_sync',
    origin: 'stated',
    title: 'user.last_sync is an ISO 8601 timestamp',
    failureTitle: 'user.last_sync is not an ISO 8601 timestamp',
    subject: 'user-answer',
    after: 'user-last-sync-string',
    judge: (answer) => judgeTimestamp(answer, 'iso8601', 'an ISO 8601 date and time'),
  },
  {
    id: 'user-last-sync-utc',
    clause: '2.user.last_sync',
    origin: 'derived',
    title: 'user.last_sync is in UTC',
    failureTitle: 'user.last_sync is not in UTC',
    subject: 'user-answer',
    after: 'user-last-sync-iso8601',
    reading:
      'In ISO 8601 a time is UTC only if `Z` or a zero offset says so; without a designator it is local time.',
    judge: (answer) => judgeTimestamp(answer, 'utc', 'the designator Z, or a zero offset'),
  },
];
