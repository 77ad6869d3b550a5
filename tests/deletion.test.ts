import { isUtf8 } from 'node:buffer';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../checks/answer.ts';
import { documentChecks } from '../checks/catalogue.ts';
import { type Check, judge } from '../checks/check.ts';
import { answerWith } from '../checks/exchange-fixture.ts';
import { endpointNames } from '../schemas/endpoints.ts';
import { askService, bearer, encryptionOf } from '../service/client-fixture.ts';
import { startService } from '../service/server.ts';
import { variants } from '../service/variants/index.ts';
import type { Variant } from '../service/variants/variant.ts';
import { checksWithout } from './broken/checks-without.ts';
import { canary, checksThat } from './k6-run.ts';
import { bundleWithout, standing } from './standing.ts';
import { judgedAs, judgeVariants } from './variant-run.ts';

/** Without the check that WITHOUT_CHECK names. */
const withoutCheck = standing('without-one.ts', /checks\/(catalogue|calls\/offered)\.ts$/);
const alone = variants.filter(({ alsoCaughtBy, trigger }) => !alsoCaughtBy && !trigger);
const rowsOf = (check: string) => alone.filter(({ caughtBy }) => caughtBy === check);

/** A credential is judged by what many calls to encrypt were answered: k6 has to make them. */
const isOfManyCalls = ({ id }: Check) => id.startsWith('auth-');

function buildsOn(check: string, other: string): boolean {
  const after = documentChecks.find(({ id }) => id === check)?.after;
  return after !== undefined && (after === other || buildsOn(after, other));
}

/** A check that builds on the missing one may notice instead: nothing else may, or the check is not needed. */
function expectSurvival(id: string, failedOfEach: readonly string[][]): void {
  expect(failedOfEach.flat().filter((check) => !buildsOn(check, id))).toEqual([]);
  expect(failedOfEach.filter((checks) => checks.length === 0)).not.toEqual([]);
}

describe('without its check, in one answer', () => {
  async function answersOf(variant: Variant): Promise<Answer[]> {
    const service = await startService({ token: canary, variants: [variant] });
    const answers = endpointNames.map(async (endpoint) => {
      const body = endpoint === 'encrypt' ? { body: encryptionOf('a text') } : {};
      const reply = await askService(service, endpoint, { headers: bearer(canary), ...body });
      const response = { status: reply.status, isUtf8: isUtf8(reply.body) };
      return answerWith({ endpoint, text: reply.body.toString(), response });
    });
    return Promise.all(answers).finally(() => service.stop());
  }

  function failedIn(checks: readonly Check[], answers: readonly Answer[]): string[] {
    const judged = answers.flatMap((answer) => judge(checks, answer));
    return judged.filter(({ judgement }) => judgement.outcome === 'fail').map(({ check }) => check.id);
  }

  it.each(documentChecks.filter((check) => !isOfManyCalls(check)).map(({ id }) => id))(
    '%s: its faults survive',
    async (id) => {
      const answersOfEach = await Promise.all(rowsOf(id).map(answersOf));
      expect(answersOfEach.map((answers) => failedIn(documentChecks, answers))).toEqual(
        rowsOf(id).map(() => [id]),
      );
      const others = checksWithout(id, documentChecks);
      expectSurvival(
        id,
        answersOfEach.map((answers) => failedIn(others, answers)),
      );
    },
  );
});

const leftOpen = ['user', 'encrypt', 'sync', 'backup'].flatMap((endpoint) =>
  variants.filter(({ leavesOpen = [] }) => leavesOpen.join() === `${endpoint}-offered`).slice(0, 1),
);

describe.concurrent('without its check, in k6', () => {
  let smoke = '';
  beforeAll(async () => {
    smoke = await bundleWithout('smoke', withoutCheck);
  });

  it.each(documentChecks.filter(isOfManyCalls).map(({ id }) => id))('%s: its faults survive', async (id) => {
    const rows = rowsOf(id).slice(0, 3);
    const runs = await Promise.all(rows.map((row) => judgeVariants([row], smoke, { WITHOUT_CHECK: id })));
    expect(runs.map(({ report }) => report === null)).toEqual(rows.map(() => false));
    expectSurvival(
      id,
      runs.map(({ report }) => checksThat(report, 'fail')),
    );
  });

  it.each(leftOpen)('$name leaves nothing open', async ({ name, leavesOpen = [] }: Variant) => {
    const run = await judgeVariants([name], smoke, { WITHOUT_CHECK: leavesOpen[0] ?? '' });
    expect(run.report, run.output).not.toBeNull();
    expect(judgedAs(run, 'inconclusive').filter((check) => check.endsWith('-offered'))).toEqual([]);
  });

  it('the check is there otherwise', async () => {
    const { report } = await judgeVariants(['user-id-no-prefix'], smoke, { WITHOUT_CHECK: 'user-offered' });
    expect(checksThat(report, 'fail')).toEqual(['user-id-prefix']);
  });
});
