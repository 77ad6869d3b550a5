import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** What a script leaves behind, run by `node-engine/k6.mjs`. */
interface Ended {
  readonly exitCode: number;
  readonly output: string;
}

const engine = join(import.meta.dirname, 'node-engine', 'engine.mjs');

/** Engines without a script. The last one ran last: it is the warmest. */
const idle: Worker[] = [];

/** Runs a script in a thread that has run others before, if there is one. Rejects with what it throws. */
export async function runInNode(script: string, env: Record<string, string>): Promise<Ended> {
  const worker = idle.pop() ?? new Worker(engine, { env: {}, execArgv: [] });
  worker.ref();
  const run = await new Promise<Ended & { isOver: boolean }>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the engine ended before its script')));
    worker.postMessage({ script, env });
  });
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  const { isOver, ...ended } = run;
  if (isOver) {
    worker.unref();
    idle.push(worker);
  } else await worker.terminate();
  return ended;
}
