#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';

const build = new URL('../tools/build.mjs', import.meta.url);
// Node reads these first, and what they make it print or write holds the environment and the headers of requests.
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
  process.cwd();
  if (existsSync(build)) await (await import(build.href)).buildAll();
  await import(new URL('../dist/cli.mjs', import.meta.url).href);
} catch (error) {
  const { code, syscall, message = error } = error;
  const isClone = existsSync(build);
  if (syscall === 'uv_cwd') console.error('The working folder is gone: change to one that is there.');
  else if (isClone && !existsSync(new URL('../node_modules', import.meta.url)))
    console.error('The dependencies of this clone are not installed: run npm ci in its folder.');
  else if (code === 'EMFILE' || code === 'ERR_MODULE_NOT_FOUND')
    // Where no more files can be opened, Node says that it cannot find them.
    console.error(
      `${message}. Raise the number of files that a process may open (ulimit -n), or install the dependencies again.`,
    );
  else console.error(message);
  // No verdict: Node's own status would be 1, which means that the service failed.
  process.exitCode = 4;
}
