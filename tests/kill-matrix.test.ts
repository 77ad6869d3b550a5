import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startService } from '../service/server.ts';
import { type VariantSummary, variants } from '../service/variants/index.ts';
import { canary, checksThat, k6Run } from './k6-run.ts';

/** A few calls show what is always there; what comes and goes needs the many of a conformance run. */
async function judged(variant: VariantSummary) {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-'));
  const service = await startService({ dataDir, token: canary, variants: [variant.name] });
  try {
    const isRare = variant.isIntermittent || variant.kind === 'harness-fault';
    const env = { BASE_URL: service.url, PROFILE: 'quick' };
    return await k6Run(isRare ? 'conformance' : 'smoke', env, ['--log-output=none']);
  } finally {
    await service.stop();
  }
}

const ofKind = (kind: VariantSummary['kind']) => variants.filter((variant) => variant.kind === kind);
const isLatency = ({ caughtBy }: VariantSummary) => caughtBy?.endsWith('-latency') === true;

describe.concurrent('every fault is caught by its own check, and by none besides', () => {
  it.each(ofKind('fault').filter((variant) => !isLatency(variant)))('$name', async (variant) => {
    const { report, exitCode } = await judged(variant);
    expect(checksThat(report, 'fail').toSorted()).toEqual(
      [variant.caughtBy, ...(variant.alsoCaughtBy ?? [])].toSorted(),
    );
    expect([report?.verdict, exitCode === 0]).toEqual(['fail', false]);
  });
});

describe.concurrent('no oddity fails', () => {
  it.each(ofKind('oddity'))('$name', async (variant) => {
    const { report, exitCode } = await judged(variant);
    expect(checksThat(report, 'fail')).toEqual([]);
    expect(report?.causes).toEqual([]);
    expect([report?.verdict, exitCode]).toEqual(['pass', 0]);
  });
});

describe.concurrent('a contested form never decides', () => {
  it.each(ofKind('contested'))('$name', async (variant) => {
    const { report } = await judged(variant);
    expect(checksThat(report, 'fail')).toEqual([]);
  });
});

describe.concurrent('what proves nothing neither passes nor fails a clause', () => {
  it.each(ofKind('harness-fault'))('$name', async (variant) => {
    const { report, exitCode } = await judged(variant);
    expect(report?.verdict).toBe('inconclusive');
    expect(exitCode).not.toBe(0);
  });
});
