import { parentPort } from 'node:worker_threads';
import { runScript } from './k6.mjs';

/** A thread that runs one script after the other. What a script throws ends it. */
parentPort.on('message', async ({ script, env }) => {
  parentPort.postMessage(await runScript(script, env));
});
