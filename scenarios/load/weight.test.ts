import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { k6BundleOptions } from '../../bundle.ts';

/** What every virtual user evaluates: the bundle without the parts that are made where they are first used. */
async function carried() {
  const { outputFiles, metafile } = await build({
    ...k6BundleOptions,
    entryPoints: ['scenarios/script.ts'],
    external: [...k6BundleOptions.external, '#part/*'],
    write: false,
    metafile: true,
  });
  const modules = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((name) => (inputs[name]?.bytesInOutput ?? 0) > 0),
  );
  return { bytes: outputFiles[0]?.contents.length ?? Number.NaN, modules };
}

describe('what a virtual user carries', () => {
  let carries = { bytes: 0, modules: [''] };
  beforeAll(async () => {
    carries = await carried();
  });

  it('is a fifth of the harness', () => {
    expect(carries.bytes).toBeGreaterThan(30_000);
    expect(carries.bytes).toBeLessThan(68_000);
    expect(carries.modules.length).toBeLessThanOrEqual(79);
  });

  it('has no table of what only a report reads, nor checks that no contract declared', () => {
    const tables = /^(checks\/run-checks|checks\/declared\/declarable-checks|checks\/latency\/judge-latency)/;
    expect(carries.modules.filter((name) => tables.test(name))).toEqual([]);
  });

  it('asks, judges and counts: it makes no report, redacts nothing and makes up no tokens', () => {
    const other = /^reports\/|^scenarios\/(summary|before-load|made-up|near|altered|options)/;
    expect(carries.modules.filter((name) => other.test(name))).toEqual(['reports/waivers.ts']);
  });
});
