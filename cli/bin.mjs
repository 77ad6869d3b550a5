#!/usr/bin/env node
import { existsSync } from 'node:fs';

const build = new URL('../build.mjs', import.meta.url);
if (existsSync(build)) await (await import(build.href)).buildAll();
await import(new URL('../dist/cli.mjs', import.meta.url).href);
