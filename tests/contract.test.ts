import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../cli/contract/read-contract.ts';
import { scriptFor } from '../cli/contract/scenario-script.ts';
import { with200 } from '../service/variants/changes.ts';
import type { Variant } from '../service/variants/variant.ts';
import { checksThat } from './k6-run.ts';
import { judgeVariants } from './variant-run.ts';

/** A smoke run with a contract against the reference service with these variants; in Node's engine, unless the script has another name. */
async function judged(contract: string, variants: readonly (string | Variant)[] = [], name = 'smoke.js') {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  const [file, script] = [join(folder, 'contract.yaml'), join(folder, name)];
  writeFileSync(file, `version: 1\n${contract}`);
  writeFileSync(script, await scriptFor('smoke', await loadContract(file, {})));
  const { report, exitCode, output } = await judgeVariants(variants, script);
  expect(report?.verdict === 'pass', output).toBe(exitCode === 0);
  return { report, verdict: report?.verdict, output };
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

const refusal =
  'refusal: { statuses: [200], schema: { type: object, properties: { tag: { const: none } } } }\n';
const both = ['user', 'sync'];

describe.concurrent('a contract', () => {
  it('has k6 judge the answers by the schema it declares, and creates no backups', async () => {
    const declared = `${encryptAnswer('string')}backup: { call: false }\n`;
    const { verdict, report, output } = await judged(declared, [], 'in-k6.js');
    expect(verdict, output).toBe('pass');
    expect(checksThat(report, 'pass')).toContain('encrypt-answer-schema');
    const offered = report?.findings.find(({ check }) => check === 'backup-offered');
    expect([offered?.samples, offered?.verdict]).toEqual([0, 'not-applicable']);
  });

  it('is broken by answers that are not of the schema it declares', async () => {
    const { verdict, report } = await judged(encryptAnswer('integer'));
    const finding = report?.findings.find(({ check }) => check === 'encrypt-answer-schema');
    expect([verdict, finding?.verdict, finding?.origin]).toEqual(['fail', 'fail', 'declared']);
  });

  it('is broken by refusals that are not as it declares them', async () => {
    const { report, output } = await judged('refusal: { statuses: [418], schema: { required: [teapot] } }\n');
    expect(checksThat(report, 'fail'), output).toEqual(['refusal-status', 'refusal-schema']);
  });

  it.each(['encrypt-unencrypted', 'encrypt-same-result'])('does not excuse %s by a schema', async (fault) => {
    const { verdict, report, output } = await judged(encryptAnswer('string'), [fault]);
    expect(verdict, output).toBe('inconclusive');
    expect(checksThat(report, 'inconclusive')).toContain('encrypt-offered');
  });

  it('settles what a 2xx refusal means, and excuses data refused by design, which is not sent', async () => {
    const variants = ['refusal-200-other-form', 'encrypt-refuses-unprintable-400@control-character-data'];
    const open = await judged('', variants);
    expect(checksThat(open.report, 'inconclusive'), open.output).toContain('auth-absent-refused');
    const half = await judged(refusal, variants);
    expect(checksThat(half.report, 'inconclusive'), half.output).toEqual(['encrypt-offered']);
    const settled = await judged(`${refusal}encrypt: { refuses: [control characters] }\n`, variants);
    expect(settled.verdict, settled.output).toBe('pass');
    expect(checksThat(settled.report, 'inconclusive')).toEqual([]);
    expect(settled.report?.contract.declarations).toContain('encrypt.refuses: control characters');
  });

  const toAll = ['token-not-for-backup', 'backup-empty-refused'];

  it.each([
    [toAll, 'required', [...both, 'backup'], 'fail'],
    [toAll, 'notRequired', [...both, 'backup'], 'pass'],
    [['token-everywhere'], 'required', both, 'pass'],
    [['token-everywhere'], 'notRequired', both, 'fail'],
    // Tokens that are not the access token show the one, and nothing breaks a promise in the other.
    [['token-for-user-any'], 'required', ['user'], 'fail'],
    [['token-for-user-any-scheme'], 'required', ['user'], 'inconclusive'],
  ] as const)(
    'of a service (%j) with a token that is %s for %j: %s',
    async (variants, field, endpoints, expected) => {
      const { report, verdict, output } = await judged(`token: { ${field}: [${endpoints}] }\n`, variants);
      const declared = report?.findings.filter(({ origin }) => origin === 'declared') ?? [];
      const idOf = (one: string) => `${one}-token-${field === 'required' ? 'required' : 'not-required'}`;
      expect(Object.fromEntries(declared.map((one) => [one.check, one.verdict])), output).toEqual(
        Object.fromEntries(endpoints.map((one) => [idOf(one), expected])),
      );
      expect(verdict).toBe(expected);
    },
  );

  it('lets an endpoint take the token under the schemes that encrypt may', async () => {
    const declared = 'token: { required: [user] }\nobserveOnly: [auth-scheme-refused]\n';
    const { report, verdict, output } = await judged(declared, ['token-for-user-any-scheme']);
    expect(verdict, output).toBe('pass');
    const reading = report?.findings.find(({ check }) => check === 'user-token-required')?.reading;
    expect(reading).toMatch(/without an Authorization header, with a made-up token, with an empty token,/);
  });

  it('has wrong credentials sent with what it declares', async () => {
    const shared = { name: 'declared', summary: 'declared', kind: 'fault', on: ['encrypt'] } as const;
    const judgedWith = (declared: string, own: Partial<Variant>) =>
      judged(`encrypt: { ${declared} }\n`, [{ ...shared, ...own }]);
    // Its results have another form than those that the guard protects.
    const guarded = await judgedWith('algorithms: [B], maxDataBytes: 200000', {
      ...namedB,
      calls: ['token'],
    });
    expect([checksThat(guarded.report, 'fail'), guarded.verdict], guarded.output).toEqual([[], 'pass']);
    const other = await judgedWith('algorithms: [B]', { ...namedB, calls: 'any' });
    const long = await judgedWith('maxDataBytes: 200000', { ...ofLongData, admits: true, calls: 'refused' });
    for (const { report, output } of [other, long])
      expect(checksThat(report, 'fail'), output).toContain('auth-made-up-refused');
  });

  it.each(['wrong-prefix', 'sign-in-page'])('is not broken by what is not there: %s', async (fault) => {
    const declared =
      'refusal: { statuses: [401] }\ntoken: { notRequired: [user] }\nencrypt: { algorithms: [X] }\n';
    const { report, verdict, output } = await judged(declared, [fault]);
    expect([checksThat(report, 'fail'), verdict], output).toEqual([[], 'inconclusive']);
    expect(checksThat(report, 'inconclusive')).toEqual(
      expect.arrayContaining(['refusal-status', 'encrypt-offered']),
    );
  });

  it('can have a failure waived, and a derived check recorded only', async () => {
    const waiver = '{ check: user-id-prefix, reason: being mended, expires: 2999-01-01 }';
    const declared = `observeOnly: [auth-made-up-refused]\nwaivers: [${waiver}]\n`;
    const { report, verdict, output } = await judged(declared, [
      'user-id-no-prefix',
      'auth-made-up-admitted-extended',
    ]);
    expect([verdict, checksThat(report, 'fail')], output).toEqual([
      'pass',
      ['user-id-prefix', 'auth-made-up-refused'],
    ]);
  });
});
