import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { conformanceFacts } from '../../reports/facts-fixture.ts';
import { renderAll } from '../../reports/formats/render-all.ts';
import { buildReport } from '../../reports/judge/build-report.ts';
import { readReport } from '../../reports/report.ts';
import { commandLine } from '../command-line-fixture.ts';

const token = 'token-T0ken/with+chars=0123456789';

/** A stand-in for k6 that writes a passing report under the id of the run and then runs `ending`. */
function k6ThatEnds(ending: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'witness-'));
  const passing = conformanceFacts();
  const facts = { ...passing, run: { ...passing.run, id: 'RUN_ID' } };
  const files = renderAll(buildReport(facts), facts, join(folder, 'files'));
  mkdirSync(join(folder, 'files'));
  for (const [path, text] of Object.entries(files)) writeFileSync(path, text);
  const file = join(folder, 'k6');
  const script = `#!/bin/sh
[ "$1" = version ] && echo "k6 v2.2.0 (go1.26, linux/amd64)" && exit 0
for script; do true; done
id=$(head -n 1 "$script" | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')
for file in "${folder}"/files/*; do sed "s/RUN_ID/$id/g" "$file" > "$OUT/\${file##*/}"; done
${ending}
`;
  writeFileSync(file, script, { mode: 0o755 });
  return file;
}

/** The contents of the files in a folder, by name. */
function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

async function judgedBy(ending: string) {
  const env = { BASE_URL: 'http://127.0.0.1:1', ACCESS_TOKEN: token, K6_BIN: k6ThatEnds(ending) };
  return commandLine(['smoke'], { env });
}

describe.concurrent('a report that says pass', () => {
  it('is a pass where k6 says so too', async () => {
    const run = await judgedBy('exit 0');
    expect(run.exitCode, run.output).toBe(0);
  });

  it.each([
    ['exit 99', 'broken', 'it ended with status 99.'],
    ['exit 108', 'broken', 'it ended with status 108.'],
    ['exit 110', 'broken', 'it ended with status 110.'],
    ['exit 105', 'interrupted', 'The run was interrupted.'],
    ['exit 107', 'broken', 'The scenario ended with an exception.'],
    ['exit 255', 'broken', 'k6 ended with status 255: see k6.log.'],
    ['kill -KILL $$', 'interrupted', 'k6 ended by SIGKILL'],
  ])('is no verdict beside "%s", in the folder too', async (ending, completeness, reason) => {
    const run = await judgedBy(ending);
    expect(run.exitCode, run.output).toBe(4);
    expect(run.output).toContain(reason);

    const files = filesIn(run.folder);
    const report = readReport(files['report.json'] ?? '');
    expect([report.run.completeness, report.verdict]).toEqual([completeness, 'inconclusive']);
    expect(report.reason).toContain(reason);
    expect(files['report.html']).toMatch(/<title>No verdict/);
    expect(files['summary.md']).toContain('No verdict');
    expect(files['junit.xml']).toContain('errors="1"');
    expect(files['badge.svg']).toContain('no verdict');

    const again = await commandLine(['report', run.folder]);
    expect(again.exitCode, again.output).toBe(4);
  });

  it.each([
    ['report.json', 4],
    ['facts.json', 2],
  ])('is not left behind where %s came in pieces', async (file, status) => {
    const run = await judgedBy(`echo "{" > "$OUT/${file}"; exit 0`);
    expect(run.exitCode, run.output).toBe(4);
    const again = await commandLine(['report', run.folder]);
    expect(again.exitCode, again.output).toBe(status);
    expect(filesIn(run.folder)['report.json'] ?? '"verdict": "inconclusive"').toContain('"inconclusive"');
  });
});

it('k6 and every other program is started with what it needs, and its words go through', async () => {
  const seen = join(mkdtempSync(join(tmpdir(), 'witness-')), 'env');
  const k6 = k6ThatEnds(`echo "x-echo: Bearer $ACCESS_TOKEN" >&2; exit 0`);
  const asked = k6.replace(/k6$/, 'asked');
  writeFileSync(asked, `#!/bin/sh\n[ "$1" = version ] && env > "${seen}"\nexec "${k6}" "$@"\n`, {
    mode: 0o755,
  });
  const secrets = {
    ACCESS_TOKEN: token,
    COMPARE_ACCESS_TOKEN: `${token}-2`,
    K6_SECRET_SOURCE: `mock=a=${token}`,
  };
  const run = await commandLine(['smoke'], {
    env: { BASE_URL: 'http://127.0.0.1:1', K6_BIN: asked, ...secrets },
  });
  expect(run.exitCode, run.output).toBe(0);
  expect(run.output).toContain('x-echo: Bearer [ACCESS_TOKEN]');
  expect(readFileSync(seen, 'utf8')).toContain('PATH=');
  expect(readFileSync(seen, 'utf8')).not.toContain(token);
});
