import { expect, it } from 'vitest';
import Progress, { progressWords, slowestWords } from './progress.ts';

const times = Array.from({ length: 30 }, (_, index) => ({ file: `file-${index}`, durationMs: index * 1234 }));

it('names the twenty slowest files, the slowest first', () => {
  const lines = slowestWords(times).split('\n');
  expect(lines).toHaveLength(21);
  expect(lines[1]).toBe('    35.8 s  file-29');
  expect(lines.at(-1)).toBe('    12.3 s  file-10');
});

it('says how far the tests are', () => {
  expect(progressWords(180_400, 97, 190, ['tests/docs.test.ts', 'tests/canary.test.ts'])).toBe(
    '3 min: 97 of 190 files done; now tests/docs.test.ts, tests/canary.test.ts',
  );
});

it('counts the whole time of a file, and says it at the end', () => {
  const said: string[] = [];
  const progress = new Progress({ print: (text) => said.push(text) });
  const took = { environmentSetupDuration: 0, prepareDuration: 100, setupDuration: 0, importDurations: {} };
  const module = {
    moduleId: `${process.cwd()}/tests/a.test.ts`,
    diagnostic: () => ({ ...took, collectDuration: 400, duration: 1500, heap: undefined }),
  };
  progress.onTestRunStart([]);
  progress.onTestModuleQueued(module);
  progress.onTestModuleEnd(module);
  progress.onTestRunEnd();
  expect(said).toEqual(['The slowest files:\n     2.0 s  tests/a.test.ts']);
});
