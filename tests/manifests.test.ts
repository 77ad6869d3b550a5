import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { cli } from './cli-run.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const folders = ['docs/ci', 'docs/kubernetes', '.github/workflows'];
const files = [
  'action.yml',
  ...folders.flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`)),
];

describe.each(files)('%s', (file) => {
  const text = read(file);

  it('is YAML', () => {
    expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).toEqual([]);
  });

  it('pins every foreign action by its commit, and names the version', () => {
    for (const [, used = ''] of text.matchAll(/^\s*(?:- )?uses: (.+)$/gm))
      expect(used).toMatch(/^(\.\/.*|[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/);
  });

  it('hands no expression to a shell, and holds no token', () => {
    const scripts = [...text.matchAll(/^(\s*)(?:- )?run: (?:\|\n((?:\1\s+.*\n|\n)+)|(.*))/gm)];
    for (const [, , block = '', line = ''] of scripts) expect(block + line).not.toContain('${{');
    expect(text).not.toMatch(/name: ACCESS_TOKEN\s+value:/);
  });
});

it('the options in them exist', async () => {
  const help = (await cli(['gate', '--help'])).output;
  const used = files.flatMap(
    (file) =>
      read(file).match(/(?<= |\[|\()--(?:yes|advisory|profile|retry-\w+|push-\w+|out|contract)\b/g) ?? [],
  );
  expect(new Set(used).size).toBeGreaterThan(5);
  for (const option of used) expect(help).toContain(option);
});

it('one k6 is pinned everywhere', () => {
  const pinned = ['Dockerfile', 'docs/kubernetes/testrun.yaml'].flatMap(
    (file) => read(file).match(/grafana\/k6:\S+/g) ?? [],
  );
  expect(pinned).toHaveLength(3);
  expect(new Set(pinned).size).toBe(1);
});
