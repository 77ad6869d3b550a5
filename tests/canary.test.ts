import { expect, it, vi } from 'vitest';
import { expectNoLeak, given, load, tokenIsNowhere } from './canary.ts';
import { filesIn } from './cli-run.ts';
import { echoingInHttp } from './echoing-services.ts';
import { k6Run, nodeRun } from './k6-run.ts';
import { token } from './leaks.ts';

/** Loads wait for their next call. */
vi.setConfig({ maxConcurrency: 3 });

tokenIsNowhere('answers', echoingInHttp, load);

it.concurrent('the token stands in no file of what asks most before a load', async () => {
  const service = await echoingInHttp();
  try {
    const env = { ...given, BASE_URL: service.url, PROFILE: 'quick' };
    const run = await nodeRun('conformance', env);
    expect(run.exitCode, run.output).not.toBe(0);
    expectNoLeak({ ...filesIn(run.folder), output: run.output }, service);
  } finally {
    await service.stop();
  }
});

it.concurrent('the token in the environment of plain k6 stands in no file, and in no output that is ours', async () => {
  const service = await echoingInHttp();
  try {
    const env = {
      ...given,
      BASE_URL: `${service.url}/${token}`,
      PROFILE: 'quick',
      DURATION: '1s',
    };
    const run = await k6Run('load', env);
    expect(run.exitCode, run.output).not.toBe(0);
    // k6 names the whole URL of a request that fails, in a line of its own that no script can change.
    const ours = run.output.split('\n').filter((line) => !line.includes('msg="Request Failed"'));
    expectNoLeak({ ...filesIn(run.folder), output: ours.join('\n') }, service);
  } finally {
    await service.stop();
  }
});

it.concurrent('a token that is one of our own words changes no report', async () => {
  const service = await echoingInHttp();
  try {
    const run = await nodeRun('smoke', { BASE_URL: service.url, ACCESS_TOKEN: 'succeeded-conformance' });
    expect(run.report?.verdict, run.output).toBe('fail');
  } finally {
    await service.stop();
  }
});
