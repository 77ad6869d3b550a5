import { existsSync } from 'node:fs';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { k6BundleOptions } from '../../tools/bundle.ts';

/** What every virtual user evaluates: the bundle without the parts that are loaded on first use. */
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
  return { bytes: outputFiles[0]?.contents.length ?? 0, modules };
}

describe('what a virtual user carries', () => {
  let carries = { bytes: 0, modules: [''] };
  beforeAll(async () => {
    carries = await carried();
  });

  it('is a twelfth of the harness', () => {
    expect(carries.bytes).toBeGreaterThan(30_000);
    expect(carries.bytes).toBeLessThan(42_000);
    expect(carries.modules.length).toBeLessThanOrEqual(51);
  });

  it('has nothing that only a report, a failure or what comes before the load needs', () => {
    const elsewhere = [
      ...['checks/run-checks.ts', 'checks/document.ts', 'checks/latency/judge-latency.ts'],
      // A glance knows the checks only by what they require.
      ...['checks/catalogue.ts', 'checks/check.ts', 'checks/meaning/meaning.ts'],
      ...['scenarios/space/table.ts', 'scenarios/planned-request.ts'],
      ...['scenarios/before-load.ts', 'scenarios/collect-facts.ts', 'scenarios/options.ts'],
      ...['scenarios/tokens/made-up-tokens.ts', 'scenarios/tokens/near-tokens.ts'],
      'scenarios/tokens/altered-token.ts',
    ];
    expect(elsewhere.filter((name) => !existsSync(name) || carries.modules.includes(name))).toEqual([]);
    expect(carries.modules.filter((name) => name.startsWith('reports/'))).toEqual([]);
  });
});
