import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine } from '../cli/command-line-fixture.ts';
import type { Report } from '../reports/report.ts';
import { startService } from '../service/server.ts';
import { with200 } from '../service/variants/changes.ts';
import type { Variant } from '../service/variants/variant.ts';
import { filesIn } from './cli-run.ts';
import { k6Binary } from './k6-binary.ts';
import { canary, checksThat } from './k6-run.ts';

/** A smoke run with a contract against the reference service with these variants. */
async function judged(contract: string, variants: readonly (string | Variant)[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  const file = join(folder, 'contract.yaml');
  writeFileSync(file, `version: 1\n${contract}`);
  const service = await startService({ token: canary, variants });
  try {
    const run = await commandLine(['smoke', '--contract', file], {
      env: { BASE_URL: service.url, ACCESS_TOKEN: canary, K6_BIN: k6Binary },
    });
    const text = filesIn(run.folder)['report.json'];
    const report: Report | null = text === undefined ? null : JSON.parse(text);
    return { ...run, report };
  } finally {
    await service.stop();
  }
}

const encryptAnswer = (type: string) =>
  `answers:\n  encrypt:\n    schema: { type: object, required: [ciphertext], properties: { ciphertext: { type: ${type} } } }\n`;

const namedB: Pick<Variant, 'change'> = {
  change: (_, { body, data }) =>
    body.includes('"B"') ? with200({ box: { text: randomBytes(data.length).toString('base64') } }) : {},
};

const ofLongData: Pick<Variant, 'trigger'> = {
  trigger: ({ data }) => data.length > 100_000,
};

describe.concurrent('a contract', () => {
  it('has the answers judged by the schema it declares', async () => {
    const kept = await judged(encryptAnswer('string'));
    expect(
      [kept.exitCode, checksThat(kept.report, 'pass').includes('encrypt-answer-schema')],
      kept.output,
    ).toEqual([0, true]);
    const broken = await judged(encryptAnswer('integer'));
    const finding = broken.report?.findings.find(({ check }) => check === 'encrypt-answer-schema');
    expect([broken.exitCode, finding?.verdict, finding?.origin]).toEqual([1, 'fail', 'declared']);
  });

  it('settles what a 2xx refusal means', async () => {
    const open = await judged('', ['refusal-200-other-form']);
    expect(open.exitCode, open.output).toBe(3);
    const refusal =
      'refusal: { statuses: [200], schema: { type: object, properties: { tag: { const: none } } } }\n';
    const settled = await judged(refusal, ['refusal-200-other-form']);
    expect(checksThat(settled.report, 'inconclusive')).toEqual([]);
    expect(settled.exitCode, settled.output).toBe(0);
  });

  it('excuses data that the service refuses by design, which is not sent', async () => {
    const refuses = ['encrypt-refuses-unprintable-400@control-character-data'];
    const open = await judged('', refuses);
    expect(open.exitCode, open.output).toBe(3);
    expect(checksThat(open.report, 'inconclusive')).toEqual(['encrypt-offered']);
    const settled = await judged('encrypt: { refuses: [control characters] }\n', refuses);
    expect(settled.exitCode, settled.output).toBe(0);
    expect(settled.report?.contract.declarations).toEqual(['encrypt.refuses: control characters']);
  });

  it('keeps backups from being created', async () => {
    const { exitCode, report, output } = await judged('backup: { call: false }\n');
    expect(exitCode, output).toBe(0);
    const offered = report?.findings.find(({ check }) => check === 'backup-offered');
    expect([offered?.samples, offered?.verdict]).toEqual([0, 'not-applicable']);
  });

  it.each([
    ['required', 'backup-token-required', 'fail'],
    ['notRequired', 'backup-token-not-required', 'pass'],
  ] as const)('%s: a backup is asked for without a token as it is with one', async (field, id, verdict) => {
    const { report, output } = await judged(`token: { ${field}: [backup] }\n`, [
      'token-not-for-backup',
      'backup-empty-refused',
    ]);
    expect(report?.findings.find(({ check }) => check === id)?.verdict, output).toBe(verdict);
    expect(report?.verdict).toBe(verdict);
  });

  it.each([
    ['user', 'token-everywhere', 'required', 'pass'],
    ['user', 'token-everywhere', 'notRequired', 'fail'],
    // Tokens that are not the access token show the one, and nothing breaks a promise in the other.
    ['user', 'token-for-user-any', 'required', 'fail'],
    ['user', 'token-for-user-any-scheme', 'required', 'inconclusive'],
    ['user', null, 'required', 'fail'],
    ['user', null, 'notRequired', 'pass'],
    ['sync', 'token-everywhere', 'required', 'pass'],
    ['sync', 'token-everywhere', 'notRequired', 'fail'],
    ['sync', null, 'required', 'fail'],
    ['sync', null, 'notRequired', 'pass'],
  ] as const)(
    '%s of a service (%s) that is declared as %s: %s',
    async (endpoint, variant, field, verdict) => {
      const { report, output } = await judged(
        `token: { ${field}: [${endpoint}] }\n`,
        variant ? [variant] : [],
      );
      const id = `${endpoint}-token-${field === 'required' ? 'required' : 'not-required'}`;
      expect(report?.findings.find(({ check }) => check === id)?.verdict, output).toBe(verdict);
      expect(report?.verdict).toBe(verdict);
    },
  );

  it('lets an endpoint take the token under the schemes that encrypt may', async () => {
    const declared = 'token: { required: [user] }\nobserveOnly: [auth-scheme-refused]\n';
    const { report, exitCode, output } = await judged(declared, ['token-for-user-any-scheme']);
    expect(exitCode, output).toBe(0);
    const reading = report?.findings.find(({ check }) => check === 'user-token-required')?.reading;
    expect(reading).toMatch(/without an Authorization header, with a made-up token, with an empty token,/);
  });

  it.each([
    // Its results have another form than those that the guard protects.
    ['algorithms: [B]', { ...namedB, calls: ['token'] }, { ...namedB, calls: 'any' }],
    ['maxDataBytes: 200000', null, { ...ofLongData, admits: true, calls: 'refused' }],
  ] as const)('has wrong credentials sent with what it declares: %s', async (declared, guarded, open) => {
    const shared = { name: 'declared', summary: declared, kind: 'fault', on: ['encrypt'] } as const;
    const judgedWith = (own: Partial<Variant> | null) =>
      judged(`encrypt: { ${declared} }\n`, own === null ? [] : [{ ...shared, ...own }]);
    const closed = await judgedWith(guarded);
    expect([checksThat(closed.report, 'fail'), closed.exitCode], closed.output).toEqual([[], 0]);
    const { report, output } = await judgedWith(open);
    expect(checksThat(report, 'fail'), output).toContain('auth-made-up-refused');
  });

  it.each(['wrong-prefix', 'sign-in-page'])('is not broken by what is not there: %s', async (fault) => {
    const declared =
      'refusal: { statuses: [401] }\ntoken: { notRequired: [user] }\nencrypt: { algorithms: [X] }\n';
    const { report, exitCode, output } = await judged(declared, [fault]);
    expect([checksThat(report, 'fail'), exitCode], output).toEqual([[], 3]);
    expect(checksThat(report, 'inconclusive')).toEqual(
      expect.arrayContaining(['refusal-status', 'encrypt-offered']),
    );
  });

  const waiver = (check: string, expires: string) =>
    `waivers:\n  - { check: ${check}, reason: known and being mended, expires: ${expires} }\n`;

  it.each([
    ['lets a waived failure pass', 'user-id-prefix', '2999-01-01', ['user-id-no-prefix'], 0],
    ['does not once the waiver has expired', 'user-id-prefix', '2020-01-01', ['user-id-no-prefix'], 1],
    ['fails where a waiver is not needed any more', 'user-id-prefix', '2999-01-01', [], 1],
    ['lets nothing else pass', 'user-id-prefix', '2999-01-01', ['user-status-number'], 1],
  ])('%s', async (_, check, expires, variants, exitCode) => {
    const run = await judged(waiver(check, expires), variants);
    expect(run.exitCode, run.output).toBe(exitCode);
    const isExpired = expires.startsWith('2020');
    expect(run.output.includes(`The waiver of ${check} expired`), run.output).toBe(isExpired);
  });

  it('can have a derived check recorded only', async () => {
    const recorded = await judged('observeOnly: [auth-made-up-refused]\n', [
      'auth-made-up-admitted-extended',
    ]);
    expect(recorded.exitCode, recorded.output).toBe(0);
  });
});

it('gives equal verdicts to runs side by side', async () => {
  const runs = await Promise.all([judged(''), judged(''), judged('')]);
  expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
});
