import exec from 'k6/execution';
import keepingEvidence from '#part/load/keep-evidence';
import type { Check } from '../../checks/check.ts';
import type { Exchange } from '../../checks/exchange.ts';
import { causeKey } from '../../checks/tally.ts';
import { dayOf, keepsFromPass } from '../../reports/waivers.ts';
import type { UserContext } from '../context.ts';
import type { LoadData } from '../setup-data.ts';
import { type Beside, type JudgedAnswer, judgeExchange } from './judge-exchange.ts';
import type { LoadCounters } from './k6-metrics.ts';

/** Causes of failures for which one virtual user keeps evidence. More would delay its calls. */
const mostKept = 50;

/** Returns a function that judges an answer and counts what its checks say. `metrics`: made in k6's init stage. */
export function countingJudge(
  context: UserContext,
  checks: readonly Check[],
  data: LoadData,
  metrics: LoadCounters,
) {
  const { contract, settings } = context;
  const evidenced = new Set(data.evidenced);
  const mostEvidenced = evidenced.size + mostKept;
  const failedOutcomes = new Set<string>();
  return (exchange: Exchange, beside?: Beside): JudgedAnswer => {
    const judgedAnswer = judgeExchange(checks, exchange, data.known, context, beside);
    const { answer, otherwise } = judgedAnswer;
    for (const subject of answer.subjects) metrics.judged.add(1, { subject });
    const isUnjudged = otherwise.some(
      ({ check, judgement }) => check.subject.startsWith('auth-') && judgement.outcome === 'not-applicable',
    );
    const isProbe = exchange.endpoint === 'encrypt' && exchange.credential !== 'token';
    if (isProbe && !isUnjudged) metrics.probes_judged.add(1, {});
    for (const { check, judgement } of otherwise) {
      const { outcome } = judgement;
      metrics.judged_otherwise.add(1, { check: check.id, outcome });
      if (
        judgement.outcome === 'fail' &&
        isNew(evidenced, causeKey(check.id, judgement.cause), mostEvidenced)
      )
        keepingEvidence().keepEvidence(context, check.id, exchange, judgement);
      // k6 must not exit 0 if a check rules out a pass.
      if (
        isNew(failedOutcomes, `${check.id} ${outcome}`) &&
        keepsFromPass(check, outcome, contract, dayOf(settings.startedAtMs))
      )
        exec.test.fail(`${outcome}: ${check.failureTitle}`.replaceAll('%', '%%'));
    }
    return judgedAnswer;
  };
}

/** Adds a key and returns whether it was new. Adds none once there are more than `most`. */
function isNew(keys: Set<string>, key: string, most = Infinity): boolean {
  if (keys.has(key) || keys.size > most) return false;
  keys.add(key);
  return true;
}
