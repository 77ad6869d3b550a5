import { expect, it } from 'vitest';
import { startService } from '../service/server.ts';
import { commandLine } from './command-line-fixture.ts';

/** On another machine, by its name, which only this proxy could resolve: nothing may reach it. */
async function asked(scenario: string, more: { readonly input?: string; readonly isTerminal?: boolean }) {
  const proxy = await startService({});
  const env = {
    BASE_URL: 'http://service.test/tenant',
    ACCESS_TOKEN: 'token-of-the-service',
    HTTP_PROXY: proxy.url.replace('//', '//proxy-user:proxy-canary@'),
    RATE: '123',
  };
  const run = await commandLine([scenario], { env, ...more }).finally(() => proxy.stop());
  expect([run.exitCode, proxy.requests], run.output).toEqual([2, 0]);
  expect(run.output).toContain('This run sends to http://service.test/tenant:');
  expect(run.output).not.toContain('proxy-canary');
  return run.output;
}

it.each(['gate', 'load', 'soak', 'stress', 'spike', 'breakpoint'])(
  'a service that is not on this machine gets no %s without consent, and nothing is sent',
  async (scenario) => {
    const output = await asked(scenario, {});
    expect(output).toContain('warm-up      123 requests/s');
    expect(output).toMatch(/load {9}.* requests\/s for [\d\s]+ s, about/);
    expect(output).toMatch(/backups {6}\d+ are created/);
    expect(output).toContain('add --yes, or set CI=true');
  },
);

it.each([
  ['no', 'n\n', 'load'],
  ['anything else', 'yesterday\n', 'load'],
  ['a line without an end', 'n', 'conformance'],
  ['no answer at all', '', 'smoke'],
])('%s at a terminal is no consent', async (_, input, scenario) => {
  const output = await asked(scenario, { input, isTerminal: true });
  expect(output).toContain('Continue? [y/N]');
  expect(output).toContain('Stopped: nothing was sent.');
});

it('nobody at a terminal is asked nothing', async () => {
  expect(await asked('load', { input: 'y\n' })).not.toContain('Continue?');
});
