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

const whole = { testTimeout: 120_000, hookTimeout: 120_000, maxConcurrency: 2 };

const inTests = (names: readonly string[]) => names.map((name) => `tests/${name}.test.ts`);

/** What takes minutes by nature, one load after the other: `npm run test:long`, before each release and every night. */
const long = inTests(['latency-faults', 'capacity', 'segments', 'gone']);

/** What judges response times, or how much of a load was made: it needs a machine that does nothing else. */
const alone = inTests(['disturbed-load', 'phases']);

/** Loads too, but for most of their time nearly idle. */
const inPairs = inTests(['connections', 'compare', 'going-on']);

/** The longest first. By their size, as vitest begins files of which it knows nothing, one would be left to run alone. */
const longest = [
  ...[
    'mutation-table',
    'quirks-in-gate',
    'docs',
    'harness-faults',
    'canary',
    'report',
    'bounds',
    'transport',
  ],
  ...['interrupt', 'retry', 'package', 'contract', 'variants', 'connections', 'compare'],
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

/** Unit tests first, then what runs real k6, a real browser and real servers, then loads: two side by side, and at last one alone. */
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
          testTimeout: 30_000,
          hookTimeout: 30_000,
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
          exclude: [...configDefaults.exclude, ...inPairs, ...alone, ...long],
          // Most of these wait for answers half of their time.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...whole,
          name: 'in-pairs',
          include: inPairs,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...whole,
          name: 'alone',
          include: alone,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...whole,
          name: 'long',
          include: long,
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
