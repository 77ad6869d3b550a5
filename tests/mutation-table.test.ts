import { describe, expect, it } from 'vitest';
import { conformanceSchedule, requestsOf } from '../scenarios/conformance/schedule.ts';
import type { PlannedRequest } from '../scenarios/planned-request.ts';
import { type Profile, profiles } from '../schemas/profiles.ts';
import { variantsNamed } from '../service/variants/index.ts';
import { askedWith } from './asked.ts';
import { canary, checksThat, type PlainRun } from './k6-run.ts';
import {
  alwaysThere,
  comingAndGoing,
  expectCaught,
  isCareless,
  ofKind,
  turnsOf,
  turnsTogether,
} from './mutation.ts';
import { plannedCall } from './planned-call.ts';
import { grouped, inTurns, judgeVariants } from './variant-run.ts';

/** Of the faults that need many calls, those of one trigger; all are in `mutation-times`. */
const isSample = ({ name }: { readonly name: string }) => name.endsWith('@every-20th');

describe.concurrent('every fault is caught by its own check, and by none besides', () => {
  it.each(turnsTogether(turnsOf(alwaysThere)))('%j in smoke', (_, groups) => expectCaught(groups, 'smoke'));
  // Where the machine is too busy, the time is over before the few answers with the fault.
  it.each(turnsTogether(comingAndGoing.filter(isSample).map((row) => [row])))(
    '%j in conformance',
    { retry: 2 },
    (_, groups) => expectCaught(groups, 'conformance'),
  );
});

/**
 * The probes can be worked out beforehand: those that a row admits are among the failures, so it would fail alone too.
 * Again, where the machine was too busy to send them all in the time of the conformance phase.
 */
it('every careless comparison admits a probe, and each that one admits is a failure', {
  retry: 2,
}, async () => {
  const rows = ofKind('fault').filter(isCareless);
  const seed = 20_261_121;
  const [{ conformance: plan }] = profiles as readonly [Profile, ...Profile[]];
  const sent = conformanceSchedule(plan, askedWith(canary, seed)).flatMap(requestsOf);
  const probes = sent.filter(({ body }) => body !== null);
  // The result of encrypting nothing is empty, and not always a sign that the token was taken.
  const hasData = ({ body }: PlannedRequest) => JSON.parse(body ?? '').data !== '';
  const admitted = new Map(
    [...variantsNamed(rows.map(({ name }) => name))].map(({ name, on, calls, trigger }) => [
      name,
      probes.filter((probe) => {
        const call = plannedCall(probe, canary);
        const isThere = on === undefined || call.endpoint === 'encrypt';
        return isThere && calls?.includes(call.credential) && trigger?.(call, 1);
      }),
    ]),
  );
  for (const [name, own] of admitted) expect(own, name).not.toEqual([]);
  for (const { name, needs } of rows.filter((row) => row.needs !== undefined)) {
    const without = admitted
      .get(name)
      ?.filter(({ point = {} }) => !Object.values(point).includes(needs as string));
    expect(
      without?.map(({ point }) => point),
      `${name} without ${needs}`,
    ).toEqual([]);
  }

  const { report } = await judgeVariants([...admitted.keys()], 'conformance', { SEED: String(seed) });
  const failed = report?.findings.filter(({ verdict }) => verdict === 'fail') ?? [];
  const every = [...new Set([...admitted.values()].flat())];
  const countOf = (own: PlannedRequest[], check: string) =>
    own.filter(({ authorization }) => check === `auth-${authorization.credential}-refused`).length;
  expect(failed.map(({ check }) => check)).toEqual([
    'auth-absent-refused',
    'auth-scheme-refused',
    'auth-made-up-refused',
  ]);
  for (const { check, failures } of failed) {
    expect(failures).toBeGreaterThanOrEqual(countOf(every.filter(hasData), check));
    // Besides the schedule there are rounds at some moments, each with one probe of a credential, and a few that observe.
    expect(failures).toBeLessThanOrEqual(countOf(every, check) + 30);
  }
});

describe.concurrent('a contested form is recorded and never decides', () => {
  // Of a form one example is recorded, and the lower-case letters are one form.
  const turning = /^last-sync-(?!lower-case-z)/;
  const groups = grouped(ofKind('contested'), ({ name }) => (turning.test(name) ? 'last-sync' : name));
  it.each(turnsTogether(groups))('%j', async (_, run) => {
    const { report, ...rest } = await judgeVariants(run.flatMap(inTurns), 'smoke');
    expect(checksThat(report, 'fail')).toEqual([]);
    expect(report?.verdict).toBe('pass');
    for (const { recordedAs = '' } of run.flat())
      expect(recordedIn({ report, ...rest }), recordedAs).toContainEqual(expect.stringContaining(recordedAs));
  });
});

function recordedIn({ report }: PlainRun): string[] {
  const forms = report?.findings.flatMap(({ contested }) =>
    contested.map((one) => `${one.form} ${one.example}`),
  );
  const values = report?.observations.flatMap((one) => one.values.map(({ value }) => value));
  return [...(forms ?? []), ...(values ?? [])];
}
