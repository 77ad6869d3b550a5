import { describe, expect, it } from 'vitest';
import { ok, problem, renderDiagnoses, warning } from './diagnosis.ts';

const fine = ok('Node', '20.1.0');
const busy = warning('load', '90 % busy', 'End what else runs here.');
const missing = problem('k6', 'No usable k6.\n  PATH: no k6', 'Set K6_BIN.');

describe('renderDiagnoses', () => {
  it('shows a line each, and what is to be done below it', () => {
    expect(renderDiagnoses([fine, busy, missing], false)).toBe(
      [
        '✓ Node  20.1.0',
        '! load  90 % busy',
        '        End what else runs here.',
        '✗ k6    No usable k6.',
        '          PATH: no k6',
        '        Set K6_BIN.',
        '',
        'Not ready: 1 problem, 1 warning.',
        '',
      ].join('\n'),
    );
  });

  it.each([
    [[fine], 'Ready.'],
    [[fine, busy], 'Ready, with 1 warning: a gate may be inconclusive.'],
    [[fine, busy, busy], 'Ready, with 2 warnings: a gate may be inconclusive.'],
    [[busy, missing], 'Not ready: 1 problem, 1 warning.'],
    [[missing, missing], 'Not ready: 2 problems.'],
  ])('ends in a summary', (report, summary) => {
    expect(renderDiagnoses(report, false).trimEnd().split('\n').at(-1)).toBe(summary);
  });

  it('lets no service command the terminal or the CI', () => {
    const named = problem(
      'TLS',
      'issued by \u001b[2J\n::stop-commands::x ##vso[task.setvariable]',
      'Trust \u0007 it.',
    );
    const text = renderDiagnoses([named], false);
    expect(text).toContain('␛[2J');
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(text).not.toMatch(/^\s*::|##vso/m);
  });

  it('has colour only where it is wanted', () => {
    expect(renderDiagnoses([fine, busy], true)).toContain('\u001b[32m✓');
    expect(renderDiagnoses([fine, busy], false)).not.toContain('\u001b');
  });
});
