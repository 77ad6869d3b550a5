import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const alias = { '#contract': fileURLToPath(new URL('schemas/no-contract.ts', import.meta.url)) };

/** Unit tests first and side by side; then what runs real k6, a real browser and real servers, one file at a time. */
export default defineConfig({
  test: {
    globalSetup: 'tests/temporary-folder.ts',
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['{schemas,checks,reports,scenarios,service,cli,bench}/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'whole',
          include: ['tests/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
