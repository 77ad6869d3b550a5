#!/usr/bin/env node
import { runBench } from '../run-bench.mjs';

/** `node bench/comparison/run.mjs --help`: pairs of services whose difference is known, compared by the harness. */
await runBench('comparison');
