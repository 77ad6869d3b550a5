import exec from 'k6/execution';
import keepingEvidence from '#part/load/keep-evidence';
import { causeKey } from '../../checks/tally.ts';
import { dayOf, keepsFromPass } from '../../reports/waivers.ts';
import type { UserContext } from '../context.ts';
import type { JudgedAnswer } from './judge-exchange.ts';
import type { judgementCounters } from './k6-metrics.ts';

/** Counters made in k6's init stage. */
export type JudgementCounters = typeof judgementCounters;

const mostKept = 50;

/** Causes of failures for which this virtual user has kept evidence. */
const evidencedCauses = new Set<string>();

/** Outcomes of checks for which this virtual user has failed the run in k6. */
const failedOutcomes = new Set<string>();

/** `evidenced`: causes, by `causeKey`, that already have evidence. More would delay the virtual user's calls. */
export function countJudgements(
  { judged, judgedOtherwise, probesJudged }: JudgementCounters,
  context: UserContext,
  { answer, otherwise }: JudgedAnswer,
  evidenced: ReadonlySet<string>,
): void {
  const { exchange, subjects } = answer;
  for (const subject of subjects) judged.add(1, subject);
  const isUnjudged = otherwise.some(
    ({ check, judgement }) => check.subject.startsWith('auth-') && judgement.outcome === 'not-applicable',
  );
  const isProbe = exchange.endpoint === 'encrypt' && exchange.credential !== 'token';
  if (isProbe && !isUnjudged) probesJudged.add(1);
  for (const { check, judgement } of otherwise) {
    const { outcome } = judgement;
    judgedOtherwise.add(1, check.id, outcome);
    if (judgement.outcome === 'fail') {
      const key = causeKey(check.id, judgement.cause);
      if (!evidenced.has(key) && isNew(evidencedCauses, key, mostKept))
        keepingEvidence().keepEvidence(context, check.id, exchange, judgement);
    }
    // k6 must not exit 0 if a check rules out a pass.
    const { contract, settings } = context;
    if (
      isNew(failedOutcomes, `${check.id} ${outcome}`) &&
      keepsFromPass(check, outcome, contract, dayOf(settings.startedAtMs))
    )
      exec.test.fail(`${outcome}: ${check.failureTitle}`.replaceAll('%', '%%'));
  }
}

/** Adds a key and returns whether it was new. Adds none once there are more than `most`. */
function isNew(keys: Set<string>, key: string, most = Infinity): boolean {
  if (keys.has(key) || keys.size > most) return false;
  keys.add(key);
  return true;
}
