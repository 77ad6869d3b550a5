import { failedOutcome } from '../../../checks/calls/calls.ts';
import { sumOf } from '../../../checks/statistics/samples.ts';
import type { LedgerLine } from '../../../dist/ledger-types.ts';
import { ledger as isVersion1 } from '../../../dist/validators.mjs';
import { callsAndTime } from '../../judge/availability.ts';
import { documentIn, type Report, serviceOf } from '../../report.ts';
import { idsIn } from '../merged-facts.ts';

/** What a ledger keeps about one finished run. */
export function lineOf(report: Report, build: string | null): LedgerLine {
  const { run, endpoints, load } = report;
  return {
    schemaVersion: 1,
    run: run.id,
    startedAt: run.startedAt,
    target: serviceOf(run),
    build,
    scenario: run.scenario,
    profile: run.profile,
    ...standingOf(report),
    ...callsAndTime(endpoints, load?.measuredMs ?? 0),
  };
}

const steady = ['gate', 'load', 'soak'];
/** Share of calls that may be refused or redirected: more point to a wrong token, address or rate. */
const mostRefused = 0.01;
const refusedOutcome = /^HTTP [34]\d\d$/;

/** Whether a run is evidence of availability. It may be even if its response times are inconclusive. */
function standingOf({ run, endpoints, errors }: Report): Pick<LedgerLine, 'standing' | 'reason'> {
  const allAre = (matches: (cause: string) => boolean) =>
    errors.length > 0 && errors.every(({ cause }) => matches(cause));
  if (!steady.includes(run.scenario)) return leftOut(`${run.scenario} does not measure a steady load`);
  if (run.completeness === 'interrupted') return leftOut('interrupted');
  if (run.completeness === 'broken') return leftOut('the harness failed');
  if (run.completeness === 'unreachable')
    // Without a resolved name, a socket or a proxy that opens the way, nobody has asked the service.
    return allAre((cause) => cause === 'not sent')
      ? leftOut('no call left this machine or its proxy')
      : down('the service could not be reached');
  if (run.vanished !== undefined) return down('the service was down when the load was to go on');
  if (run.waited !== undefined) return down('the service failed every call at first');
  if (endpoints.length === 0)
    // No call before the load succeeded. Refusals point to a wrong address or token, failures to the service.
    return allAre((cause) => failedOutcome.test(cause))
      ? down('no call succeeded: the service failed all of them')
      : leftOut('there was no load');
  const refused = errors.filter(({ cause }) => refusedOutcome.test(cause));
  const calls = sumOf(endpoints, ({ requests, lost }) => requests + lost);
  if (sumOf(refused, ({ count }) => count) > mostRefused * calls)
    return leftOut('too many calls were refused, redirected or rate-limited');
  // That no call reached the service makes only its response times unusable.
  const unusable = endpoints
    .flatMap(({ latency }) => latency.conditions)
    .find(({ effect, id }) => effect === 'void' && id !== 'no-service');
  if (unusable !== undefined) return leftOut(`measurement not usable: ${unusable.reason}`);
  const valid = sumOf(endpoints, ({ answered, failed }) => answered + failed);
  return valid > 0 ? { standing: 'counts', reason: '' } : leftOut('no valid call under load');
}

const leftOut = (reason: string) => ({ standing: 'left-out', reason }) as const;
const down = (reason: string) => ({ standing: 'down', reason }) as const;

/** The runs in the text of a ledger, each once. Throws an Error that names a line that is not a run. */
export function readLedger(text: string): LedgerLine[] {
  const lines = text
    .split('\n')
    .flatMap((line, index) =>
      line.trim() === '' ? [] : documentIn<LedgerLine>(line, isVersion1, `line ${index + 1}`, ''),
    );
  return onlyNew([], lines);
}

/** The lines whose runs are not in the ledger yet; a merged run holds several. */
export function onlyNew(known: readonly LedgerLine[], found: readonly LedgerLine[]): LedgerLine[] {
  const seen = new Set(known.flatMap(({ run }) => idsIn(run)));
  return found.filter(({ run }) => {
    const ids = idsIn(run);
    const isNew = !ids.some((id) => seen.has(id));
    for (const id of ids) seen.add(id);
    return isNew;
  });
}
