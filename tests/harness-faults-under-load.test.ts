import { describe, expect, it } from 'vitest';
import { conformanceSchedule } from '../scenarios/conformance/schedule.ts';
import { preflightPlan } from '../schemas/profiles.ts';
import { variants } from '../service/variants/index.ts';
import type { Variant } from '../service/variants/variant.ts';
import { askedWith } from './asked.ts';
import { canary } from './k6-run.ts';
import { together } from './service-parts.ts';
import { grouped, judgeVariants, leaveOpen } from './variant-run.ts';

/**
 * Under load the checks rest on what was judged, as they do without it: of the rows that leave the same open, the first is
 * in gate and the next two in load.
 */
describe.concurrent('what proves nothing neither passes nor fails a clause under load', () => {
  const alike = grouped(
    variants.filter(({ kind, name }) => kind === 'harness-fault' && !/hangs/.test(name)),
    ({ leavesOpen = [] }) => leavesOpen.join(),
  );
  const inGate = alike.flatMap((rows) => rows.slice(0, 1));
  const others = alike.map((rows) => (rows.length === 1 ? rows : rows.slice(1)));
  const inLoad = others.flatMap((rows) => rows.slice(0, 2));
  // Where encrypt refuses the token there is no load that could show what the others do.
  const isAlone = ({ name }: Variant) =>
    /^(encrypt-(refuses-token|forbids-token|400)$|token-un(known|read))/.test(name);
  const alone = inLoad.filter(isAlone).flatMap((row) => together([row]));
  it.each([...alone, ...together(inLoad.filter((row) => !isAlone(row)))])('%j in load', (_, rows) =>
    leaveOpen(rows, 'load', { SEED: String(seedOfLoad) }),
  );
  it.each(together(inGate))('%j in gate', (_, rows) => leaveOpen(rows, 'gate'));

  it.each(['encrypt-by-length', 'encrypt-mixed-up'])('%s, which only a busy service shows', async (name) => {
    const busy = [`${name}@four-in-flight`, 'encrypt-slow'];
    const { report, output } = await judgeVariants(busy, 'load', { RATE: '425', DURATION: '4s' });
    const finding = report?.findings.find(({ check }) => check === 'encrypt-offered');
    expect(finding?.explanation, output).toMatch(/2xx with the result of (other|less) data: \d/);
    expect(finding?.verdict).toBe('inconclusive');
  });
});

/** More calls to encrypt than come before a load. */
const isUnderLoad: Variant['trigger'] = ({ sequence }) => sequence > 400;

it.each([
  ['encrypt-unencrypted', /2xx without a result/],
  ['encrypt-other-algorithm', /2xx that names another algorithm/],
  ['encrypt-loses-end', /2xx with the result of (other|less) data/],
])('%s, which only a load shows, beside other answers', async (name, outcome) => {
  const variant = variants.find((one) => one.name === name);
  const shown = variant === undefined ? [] : [{ ...variant, trigger: isUnderLoad }];
  const { report, output } = await judgeVariants(shown, 'load', { RATE: '400', DURATION: '8s' });
  const finding = report?.findings.find(({ check }) => check === 'encrypt-offered');
  expect(finding?.explanation, output).toMatch(outcome);
  expect(report?.verdict).toBe('inconclusive');
});

/** The few probes before a load need not come with every class of data: those of this seed have one without any. */
const seedOfLoad = Array.from({ length: 100 }, (_, index) => index + 1).find((seed) =>
  conformanceSchedule(preflightPlan, askedWith(canary, seed)).some(
    ({ request: { authorization, body } }) =>
      authorization.credential === 'absent' && body !== null && JSON.parse(body).data === '',
  ),
);
