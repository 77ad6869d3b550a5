import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../../cli/k6/package-root.ts';
import type { Report } from '../../../reports/report.ts';
import { type Answer, type Asking, exitStatusOf, type ToolRecipe, type Verdict } from './tool.ts';

const verdictOfStatus: Readonly<Record<number, Verdict>> = { 0: 'pass', 1: 'fail', 3: 'inconclusive' };

export const harness: ToolRecipe = {
  name: 'harness',
  how: '`conformance --profile quick`',
  async obtain() {
    const about: { version: string } = JSON.parse(
      await readFile(join(packageRoot(), 'package.json'), 'utf8'),
    );
    return { version: about.version, ask };
  },
};

async function ask(asking: Asking): Promise<Answer> {
  const bin = join(packageRoot(), 'cli', 'bin.mjs');
  const out = join(asking.folder, 'run');
  const args = [bin, 'conformance', '--profile', 'quick', '--base-url', asking.baseUrl, '--out', out];
  const status = await exitStatusOf(process.execPath, args, asking);
  const verdict = verdictOfStatus[status];
  if (verdict === undefined) throw new Error(`no verdict, exit status ${status}`);
  const { findings }: Pick<Report, 'findings'> = JSON.parse(await readFile(join(out, 'report.json'), 'utf8'));
  const broken = findings.filter((finding) => finding.verdict === 'fail').map(({ check }) => check);
  return { verdict, findings: broken, error: null };
}
