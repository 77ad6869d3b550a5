#!/usr/bin/env node
import { runBench } from '../run-bench.mjs';

/** `node bench/conformance/run.mjs --help`: faults and oddities of the reference service, judged by every tool. */
await runBench('conformance');
