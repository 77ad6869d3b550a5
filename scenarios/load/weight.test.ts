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
  const { contents, text } = outputFiles[0] ?? { contents: '', text: '' };
  return { bytes: contents.length, text, modules };
}

describe('what a virtual user carries', () => {
  let carries = { bytes: 0, text: '', modules: [''] };
  beforeAll(async () => {
    carries = await carried();
  });

  it('is a fifth of the harness', () => {
    expect(carries.bytes).toBeGreaterThan(30_000);
    expect(carries.bytes).toBeLessThan(81_000);
    expect(carries.modules.length).toBeLessThanOrEqual(75);
  });

  it('has no table of what only a report reads, nor checks that no contract declared', () => {
    const tables = /^(checks\/run-checks|checks\/document|checks\/latency\/judge-latency)/;
    expect(carries.modules.filter((name) => tables.test(name))).toEqual([]);
    // A name that only the contract of every declarable check has.
    expect(carries.text).toContain('algorithms');
    expect(carries.text).not.toContain('NAME');
  });

  it('asks, judges and counts: it makes no report, redacts nothing and makes up no tokens', () => {
    const other = /^reports\/|^scenarios\/(summary|before-load|tokens\/(made-up|near|altered)|options)/;
    expect(carries.modules.filter((name) => other.test(name))).toEqual(['reports/waivers.ts']);
  });
});
