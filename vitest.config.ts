import { configDefaults, defineConfig } from 'vitest/config';

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

/** What judges response times, or how much of a load was made: it needs a machine that does nothing else. */
const timed = [
  'going-on',
  'capacity',
  'compare',
  'connections',
  'disturbed-load',
  'latency-faults',
  'merge',
  'phases',
  'segments',
].map((name) => `tests/${name}.test.ts`);

/** Unit tests first, then what runs real k6, a real browser and real servers, two files side by side; then what is timed, alone. */
export default defineConfig({
  test: {
    globalSetup: 'tests/temporary-folder.ts',
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
          exclude: [...configDefaults.exclude, ...timed],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...whole,
          name: 'timed',
          include: timed,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
