import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { k6Http, newAgents, ofUser } from './http.mjs';
import { newMetrics } from './metrics.mjs';

/**
 * `node k6.mjs SCRIPT` runs a script of the harness as `k6 run` does, over HTTP, but in Node's engine, which takes a quarter of
 * the time. `node-engine.test.ts` holds both to the same findings.
 */
const [, , scriptFile] = process.argv;
const metrics = newMetrics();
const exec = {
  scenario: { iterationInTest: 0, iterationInInstance: 0, startTime: 0 },
  test: {
    options: {},
    fail: () => {
      exitCode = 110;
    },
    abort: (reason) => {
      exitCode = 108;
      throw new Error(reason);
    },
  },
};
let exitCode = 0;

const hashed = (name) => (text, encoding) => createHash(name).update(text).digest(encoding);
globalThis.k6Modules = {
  'k6/crypto': {
    md5: hashed('md5'),
    sha1: hashed('sha1'),
    sha256: hashed('sha256'),
    hmac: (name, key, text) => createHmac(name, key).update(text).digest('base64url'),
  },
  'k6/execution': exec,
  'k6/http': k6Http('encryption-backup-harness'),
  'k6/metrics': metrics.modules,
  'k6/secrets': {
    get: () => {
      throw new Error('no secret sources are configured');
    },
  },
  'k6/timers': { setTimeout },
};
globalThis.__ENV = process.env;

const folder = mkdtempSync(join(tmpdir(), 'node-engine-'));
const file = join(folder, 'script.mjs');
writeFileSync(file, withModules(readFileSync(scriptFile, 'utf8')));
const startedMs = Date.now();
try {
  const { options, setup, handleSummary } = await scriptFor(0);
  exec.test.options = options;
  // k6 hands on copies.
  const copied = (value) => JSON.parse(JSON.stringify(value));
  const data = copied(await ofUser.run(newAgents(), setup));
  exec.scenario.startTime = Date.now();
  const { default: load } = await scriptFor(1);
  await ofUser.run(newAgents(), () => load(data));
  new metrics.modules.Counter('iterations').add(1);
  const summary = {
    state: { testRunDurationMs: Date.now() - startedMs, isStdOutTTY: false },
    metrics: metrics.summary(options),
    setup_data: data,
  };
  const isCrossed = ({ thresholds = {} }) => Object.values(thresholds).some(({ ok }) => !ok);
  if (Object.values(summary.metrics).some(isCrossed)) exitCode ||= 99;
  const files = await handleSummary(summary);
  for (const [name, content] of Object.entries(files))
    if (name === 'stdout') process.stdout.write(content);
    else writeFileSync(name, content);
  // How the run would have ended, had it been stopped at so many places between two samples.
  const stops = Number(process.env.STOPS ?? 0);
  for (let stop = 1; stop <= stops; stop += 1) {
    const before = Math.floor((metrics.taken() * stop) / (stops + 1));
    const stopped = await handleSummary({ ...summary, metrics: metrics.summary(options, before) });
    const [, report] = Object.entries(stopped).find(([name]) => name.endsWith('report.json'));
    const { run, reason } = JSON.parse(report);
    process.stdout.write(`stopped after ${before} samples: ${run.completeness}: ${reason}\n`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.exit(exitCode);

/** A new instance of the script, as each virtual user has one. */
function scriptFor(user) {
  globalThis.__VU = user;
  return import(`${pathToFileURL(file).href}?${user}`);
}

/** With the modules of k6 as constants, before all else, as imports are. */
function withModules(script) {
  const constants = [];
  const rest = script.replace(/\bimport\s*([\w$]+|\{[^}]*\})\s*from\s*"(k6[^"]*)";/g, (_, names, module) => {
    constants.push(`const ${names.replaceAll(' as ', ': ')} = k6Modules["${module}"];\n`);
    return '';
  });
  return constants.join('') + rest;
}
