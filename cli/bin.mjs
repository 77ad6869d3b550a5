#!/usr/bin/env node
import { existsSync } from 'node:fs';

const build = new URL('../build.mjs', import.meta.url);
try {
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
