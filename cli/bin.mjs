#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';

const build = new URL('../build.mjs', import.meta.url);
// Node reads these before anything else runs, and what they make it print or write holds the environment and the headers of requests.
const telling = ['NODE_DEBUG', 'NODE_DEBUG_NATIVE'].filter((name) => process.env[name]);
const { reportOnFatalError, reportOnSignal, reportOnUncaughtException } = process.report;
if (reportOnFatalError || reportOnSignal || reportOnUncaughtException) telling.push('a diagnostic report');
if (telling.length > 0) {
  console.error(
    `${telling.join(', ')}: makes Node print or write the access token. Run again without it; nothing was sent.`,
  );
  process.exit(2);
}
try {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const oldest = engines.node.replace('>=', '');
  if (process.versions.node.localeCompare(oldest, 'en', { numeric: true }) < 0)
    throw `Node ${oldest} or newer is needed, and this is ${process.versions.node}: install a newer one.`;
  if (existsSync(build)) await (await import(build.href)).buildAll();
  await import(new URL('../dist/cli.mjs', import.meta.url).href);
} catch (error) {
  const isBare = existsSync(build) && error?.code === 'ERR_MODULE_NOT_FOUND';
  console.error(
    isBare ? 'The dependencies of this clone are not installed: run npm ci in its folder.' : error,
  );
  // No verdict: Node's own status would be 1, which means that the service failed.
  process.exitCode = 4;
}
