#!/usr/bin/env node
import { runBench } from '../run-bench.mjs';

/** `node bench/catalogue/run.mjs [--fresh] [NAME …]`: rows of the catalogue through conformance, load and gate. */
await runBench('catalogue');
