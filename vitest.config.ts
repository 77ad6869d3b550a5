import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What the bundler does with the parts of a bundle, for tests that import what uses one. */
const parts = {
  name: 'parts',
  resolveId: (id: string) => (id.startsWith('#part/') ? `\0${id}` : null),
  load: (id: string) =>
    id.startsWith('\0#part/')
      ? `import * as part from '/scenarios/${id.slice('\0#part/'.length)}.ts'; export default () => part;`
      : null,
};

/** A test that takes this long hangs, however busy the machine is. */
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000 };
const whole = { ...timeouts, maxConcurrency: 2 };

const inTests = (names: readonly string[]) => names.map((name) => `tests/${name}.test.ts`);

/**
 * What takes minutes, because it judges response times or makes whole loads, and needs a machine that does nothing else:
 * `npm run test:long`, every night and before a release.
 */
const long = [
  ...inTests([
    ...['latency-faults', 'capacity', 'disturbed-load', 'phases', 'going-on', 'gone', 'segments'],
    ...['harness-faults-under-load', 'repeated-calls', 'both-attempts', 'mutation-times'],
    ...['harness-faults-at-times', 'contract-drafts', 'prism', 'compare'],
    ...['connections', 'docs-commands-long', 'quirks-in-gate', 'bounds', 'thorough', 'within'],
    ...['package', 'k6-provision', 'canary-on-the-wire', 'browser/trend', 'contract-draft', 'monitoring'],
  ]),
  // Tools of benches alone, which a C compiler makes.
  'bench/network/far-path.test.ts',
  'bench/truth/truth-server.test.ts',
];

/**
 * The longest files first: vitest begins files that it does not know by size, and would leave one long file to run alone. Files that mostly
 * wait stand between those that keep the processor busy.
 */
const longest = [
  ...['docs-commands', 'quirks', 'canary', 'harness-faults', 'interrupt', 'browser/report'],
  ...['unmeasured-network', 'mutation-table', 'transport', 'exit-status', 'single-calls', 'contract'],
  ...['seed', 'node-engine', 'plain-k6', 'broken-harness', 'ledger', 'session-cookie', 'variants'],
  ...['token-kinds', 'engine-parity'],
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => {
      const index = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return index < 0 ? longest.length : index;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

/**
 * Unit tests first, then what runs real k6, a real browser and real servers, two files side by side. What takes minutes
 * comes one after the other.
 */
export default defineConfig({
  test: {
    globalSetup: 'tests/global-setup.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [parts],
        test: {
          name: 'unit',
          include: ['{schemas,checks,reports,scenarios,service,cli,bench}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...long],
          ...timeouts,
          maxWorkers: 2,
          // Nothing here keeps state: each module is loaded once for all files.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [parts],
        test: {
          ...whole,
          name: 'whole',
          include: ['tests/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...long],
          maxWorkers: 2,
          // No file leaves anything behind: what they start, k6 or another Node, has processes of its own.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [parts],
        test: {
          ...whole,
          name: 'long',
          // Where answers take long to read, a single run takes all of its time, and a test makes two.
          testTimeout: 300_000,
          include: [
            ...long,
            ...inTests(['mutation-table', 'quirks', 'harness-faults', 'deletion', 'contract']),
          ],
          env: { VARIANTS_IN: 'k6' },
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
