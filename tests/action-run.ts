import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { parse } from 'yaml';
import { textOf } from './pages.ts';

type Texts = Readonly<Record<string, string>>;

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly env?: Texts;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Texts;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const action: Action = parse(textOf('action.yml'));

interface Job {
  readonly inputs?: Texts;
  readonly env?: Texts;
  /** The text of a program that stands in for npx; without it, the real one is run. */
  readonly npx?: string;
  /** Files of the workspace, by name. */
  readonly checkout?: Texts;
  /** Whether the files that the runner gives a step can be written. */
  readonly isDiskFull?: boolean;
}

/** Runs the shell steps of the action as a runner does, and tells what is left of them and which artifact would be uploaded. */
export async function runAction({ inputs = {}, env = {}, npx, checkout = {}, isDiskFull = false }: Job) {
  const machine = mkdtempSync(join(tmpdir(), 'runner-'));
  const folder = (name: string) => {
    mkdirSync(join(machine, name));
    return join(machine, name);
  };
  const [workspace, temp, bin] = [folder('workspace'), folder('temp'), folder('bin')];
  for (const [name, text] of Object.entries(checkout)) writeFileSync(join(workspace, name), text);
  writeFileSync(join(temp, 'of-the-runner'), '');
  if (npx !== undefined) {
    writeFileSync(join(bin, 'npx'), npx);
    chmodSync(join(bin, 'npx'), 0o755);
  }
  const [output, summary] = isDiskFull
    ? ['/dev/full', '/dev/full']
    : [join(machine, 'output'), join(machine, 'summary')];
  const given = Object.entries(action.inputs).map(([name, { default: usual }]) => [
    name,
    inputs[name] ?? usual,
  ]);
  const context: Record<string, string> = Object.fromEntries([
    ...given.map(([name, value]) => [`inputs.${name}`, value]),
    ...Object.entries(env).map(([name, value]) => [`env.${name}`, value]),
    ['runner.temp', temp],
  ]);
  const logs: { readonly exitCode: number; readonly log: string }[] = [];
  let artifact: Texts | null = null;
  for (const [index, step] of action.runs.steps.entries()) {
    if (step.if !== undefined && evaluated(step.if, context) === '') continue;
    if (step.uses?.startsWith('actions/upload-artifact@') === true) artifact = filled(step.with, context);
    if (step.run === undefined) continue;
    const script = join(machine, `${index}.sh`);
    writeFileSync(script, step.run);
    const { exitCode = -1, all } = await execa('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd: workspace,
      env: {
        ...{ PATH: `${bin}${delimiter}${process.env['PATH']}`, HOME: machine },
        ...{ RUNNER_TEMP: temp, GITHUB_WORKSPACE: workspace, GITHUB_ACTION_PATH: process.cwd() },
        ...{ GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary },
        ...env,
        ...filled(step.env, context),
      },
      extendEnv: false,
      reject: false,
      all: true,
    });
    logs.push({ exitCode, log: all });
    if (step.id === undefined) continue;
    for (const [name, value] of Object.entries(outputsIn(output)))
      context[`steps.${step.id}.outputs.${name}`] = value;
  }
  const [judged = { exitCode: -1, log: 'The action has no step.' }, ...others] = logs;
  return {
    machine,
    workspace,
    temp,
    ...judged,
    others,
    artifact,
    outputs: outputsIn(output),
    summary: textIn(summary),
  };
}

const textIn = (file: string) => (existsSync(file) && file !== '/dev/full' ? readFileSync(file, 'utf8') : '');

/** Each line names another output. */
function outputsIn(file: string): Texts {
  const lines = textIn(file).split('\n').slice(0, -1);
  const outputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  if (Object.keys(outputs).length !== lines.length)
    throw new Error(`An output is there twice: ${lines.join(' ')}`);
  return outputs;
}

function filled(texts: Texts = {}, context: Texts): Texts {
  const fill = (text: string) =>
    text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => evaluated(expression, context));
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]));
}

/** Of an expression with `||`, `&&`, `==`, names, texts and always(); empty: false. */
function evaluated(expression: string, context: Texts): string {
  const operands = (operator: string, of: string) => of.split(operator).map((one) => one.trim());
  const atom = (text: string) =>
    text === 'always()' ? 'true' : (/^'(.*)'$/.exec(text)?.[1] ?? context[text] ?? '');
  const equal = (text: string) => {
    const [left = '', right] = operands('==', text);
    return right === undefined ? atom(left) : atom(left) === atom(right) ? 'true' : '';
  };
  const all = (text: string) => {
    const values = operands('&&', text).map(equal);
    return values.includes('') ? '' : (values.at(-1) ?? '');
  };
  return operands('||', expression).map(all).find(Boolean) ?? '';
}
