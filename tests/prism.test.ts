import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { cli, reportIn } from './cli-run.ts';
import { canary, checksThat } from './k6-run.ts';

const folder = join(import.meta.dirname, 'prism');

/** Prism mocks the service of its OpenAPI file; it is installed for this test alone. */
async function startPrism() {
  await execa('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
  const program = join(folder, 'node_modules', '.bin', 'prism');
  const mock = execa(program, ['mock', 'tests/prism/service.openapi.yaml', '-h', '127.0.0.1', '-p', '0'], {
    reject: false,
    buffer: false,
  });
  const url = await new Promise<string>((resolve, reject) => {
    // Every line is read to the end: Prism writes one for each call, and a full pipe would stop it.
    createInterface({ input: mock.stdout }).on('line', (line) => {
      const found = /listening on (http:\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    mock.then(() => reject(new Error('Prism did not start.')));
  });
  return { url, stop: () => mock.kill() };
}

/**
 * The verdict on a service that nobody here wrote. Prism's static mock answers with the id "string", which breaks its own schema and §2
 * (`usr_<suffix>`). It refuses calls without a token, and takes any made-up one. Everything else it does is conformant.
 */
it('fails Prism for the clauses that it breaks, and for nothing else', async () => {
  const prism = await startPrism();
  try {
    const run = await cli(['smoke', '--base-url', prism.url], {
      env: { ACCESS_TOKEN: canary },
    });
    const report = reportIn(run.folder);
    expect(checksThat(report, 'fail')).toEqual(['user-id-prefix', 'auth-made-up-refused']);
    expect(run.exitCode).toBe(1);
  } finally {
    prism.stop();
  }
});
