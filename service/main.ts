import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startService } from './server.ts';
import { variants } from './variants/index.ts';

await run().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});

/** Prints the URL, and the token where ACCESS_TOKEN gives none. */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      fault: { type: 'string', multiple: true, default: [] },
      'data-dir': { type: 'string' },
      list: { type: 'boolean', default: false },
    },
  });
  if (values.list) return list();
  const keptDir = values['data-dir'];
  const dataDir = keptDir ?? (await mkdtemp(join(tmpdir(), 'reference-service-')));
  try {
    await serveUntilSignal(dataDir, Number(values.port), values.fault);
  } finally {
    if (keptDir === undefined) await rm(dataDir, { recursive: true, force: true });
  }
}

async function serveUntilSignal(dataDir: string, port: number, faults: readonly string[]): Promise<void> {
  const given = process.env['ACCESS_TOKEN'] ?? '';
  const signal = new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  const service = await startService({ dataDir, port, token: given, variants: faults });
  console.log(service.url);
  if (given === '') console.log(`ACCESS_TOKEN=${service.token}`);
  await signal;
  await service.stop();
}

function list(): void {
  for (const { name, kind, summary, caughtBy } of variants) {
    console.log([kind, name, caughtBy ?? '', summary].join('\t'));
  }
}
