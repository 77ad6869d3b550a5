import { createHash, createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { k6Http, newAgents, ofUser } from './http.mjs';
import { newMetrics } from './metrics.mjs';
import { instancesOf } from './script.mjs';

/**
 * Runs a script of the harness as `k6 run` does, over HTTP, but in Node's engine, which takes a quarter of the time, and less once
 * it is warm. `node-engine.test.ts` holds both to the same findings. `isOver`: nothing goes on that could meet another run.
 */
export async function runScript(file, env) {
  const run = { exitCode: 0, output: '' };
  const say = (text) => {
    run.output += text;
  };
  const metrics = newMetrics();
  const http = k6Http('encryption-backup-harness');
  const timers = [];
  const exec = executionOf(run);
  const k6Modules = {
    'k6/crypto': crypto,
    'k6/execution': exec,
    'k6/http': http.module,
    'k6/metrics': metrics.modules,
    'k6/secrets': secrets,
    'k6/timers': { setTimeout: (...given) => timers.push(setTimeout(...given)) },
  };
  const console = { warn: (text) => say(`${text}\n`), log: (text) => say(`${text}\n`) };
  const newInstance = instancesOf(file);
  const users = [newAgents(), newAgents()];
  /** 0 reads the options, prepares and sums up; 1 makes the load. */
  const instanceFor = (user) => newInstance({ k6Modules, __ENV: env, __VU: user, console });

  const startedMs = Date.now();
  const { options, setup, handleSummary } = await instanceFor(0);
  exec.test.options = options;
  // k6 hands on copies.
  const copied = (value) => JSON.parse(JSON.stringify(value));
  const data = copied(await ofUser.run(users[0], setup));
  exec.scenario.startTime = Date.now();
  const { default: load } = await instanceFor(1);
  await ofUser.run(users[1], () => load(data));
  new metrics.modules.Counter('iterations').add(1);
  const summary = {
    state: { testRunDurationMs: Date.now() - startedMs, isStdOutTTY: false },
    metrics: metrics.summary(options),
    setup_data: data,
  };
  const isCrossed = ({ thresholds = {} }) => Object.values(thresholds).some(({ ok }) => !ok);
  if (Object.values(summary.metrics).some(isCrossed)) run.exitCode ||= 99;
  const files = await handleSummary(summary);
  for (const [name, content] of Object.entries(files))
    if (name === 'stdout') say(content);
    else writeFileSync(name, content);
  // How the run would have ended, had it been stopped at so many places between two samples.
  const stops = Number(env.STOPS ?? 0);
  for (let stop = 1; stop <= stops; stop += 1) {
    const before = Math.floor((metrics.taken() * stop) / (stops + 1));
    const stopped = await handleSummary({ ...summary, metrics: metrics.summary(options, before) });
    const [, report] = Object.entries(stopped).find(([name]) => name.endsWith('report.json'));
    const { run: ofReport, reason } = JSON.parse(report);
    say(`stopped after ${before} samples: ${ofReport.completeness}: ${reason}\n`);
  }
  for (const timer of timers) clearTimeout(timer);
  for (const agent of users.flatMap(Object.values)) agent.destroy();
  return { ...run, isOver: http.underWay() === 0 };
}

const executionOf = (run) => ({
  scenario: { iterationInTest: 0, iterationInInstance: 0, startTime: 0 },
  test: {
    options: {},
    fail: () => {
      run.exitCode = 110;
    },
    abort: (reason) => {
      run.exitCode = 108;
      throw new Error(reason);
    },
  },
});

const hashed = (name) => (text, encoding) => createHash(name).update(text).digest(encoding);

const crypto = {
  md5: hashed('md5'),
  sha1: hashed('sha1'),
  sha256: hashed('sha256'),
  hmac: (name, key, text) => createHmac(name, key).update(text).digest('base64url'),
};

const secrets = {
  get: () => {
    throw new Error('no secret sources are configured');
  },
};
