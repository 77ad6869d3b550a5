#!/usr/bin/env node
import { runBench } from '../run-bench.mjs';

/** `node bench/truth/run.mjs --help`: the ladder of known response times, measured by every tool. */
await runBench('truth');
