import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readResults } from '../../results-file.ts';
import { benchFolder } from '../folder.ts';
import type { Results } from '../results.ts';
import { renderReadme } from './readme.ts';

const file = (name: string) => join(benchFolder, name);

test.skipIf(!existsSync(file('results.json')))('the page is what the results say', async () => {
  const results = await readResults<Results>(file('results.json'));
  expect(results).not.toBeNull();
  if (results !== null) expect(await readFile(file('README.md'), 'utf8')).toBe(renderReadme(results));
});
