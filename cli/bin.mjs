#!/usr/bin/env node
import { existsSync } from 'node:fs';

const build = new URL('../build.mjs', import.meta.url);
try {
  if (existsSync(build)) await (await import(build.href)).buildAll();
  await import(new URL('../dist/cli.mjs', import.meta.url).href);
} catch (error) {
  console.error(error);
  // No verdict: Node's own status would be 1, which means that the service failed.
  process.exitCode = 4;
}
