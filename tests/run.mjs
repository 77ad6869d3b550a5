import { execa } from 'execa';
import { startVitest } from 'vitest/node';
import { buildAll, buildNode } from '../tools/build.mjs';

/**
 * `npm test`: builds, checks the sources, gets k6 and a browser, runs the tests, and counts. `npm run test:long` runs those
 * that `npm test` leaves out because they take minutes.
 */
const filters = process.argv.slice(2);
const isLong = filters[0] === 'long';
if (isLong) filters.shift();
const isWatched = process.stdout.isTTY === true && !process.env.CI;

await buildAll();
await buildNode({ 'test-tools': 'tests/tools.ts' });
const { obtainTools } = await import('../dist/test-tools.mjs');
const [tools] = await Promise.all([
  obtainTools((line) => console.log(line)),
  isLong || execa('npm', ['run', '--silent', 'check'], { stdio: 'inherit' }),
]);
Object.assign(process.env, { K6_BIN_FOR_TESTS: tools.k6, CHROME_BIN: tools.browser });

const vitest = await startVitest('test', filters, {
  watch: false,
  run: true,
  project: [isLong ? 'long' : '!long'],
  reporters: [isWatched ? 'default' : 'minimal', ['./tests/progress.ts', { isWatched }]],
});
const modules = vitest?.state.getTestModules() ?? [];
const states = modules.flatMap((module) =>
  [...module.children.allTests()].map((test) => test.result().state),
);
const unloaded = modules.filter((module) => module.state() === 'failed' && module.children.size === 0).length;
const count = (state) => states.filter((one) => one === state).length;
await vitest?.close();
const failed = count('failed') + unloaded + (vitest?.state.getUnhandledErrors().length ?? 0);
if (failed > 0 || count('passed') === 0) process.exitCode = 1;
console.log(`${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped`);
