import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../service/server.ts';
import { filesIn } from './cli-run.ts';
import { httpService } from './http-service.ts';
import { canary, nodeRun } from './k6-run.ts';

const page = '<!DOCTYPE html>\n<html><title>Welcome</title><h1>It works!</h1></html>\n';

async function reportOf(url: string) {
  const run = await nodeRun('smoke', { BASE_URL: url });
  const valuesOf = (id: string) =>
    run.report?.observations
      .filter((one) => one.id === id)
      .flatMap(({ values }) => values.map(({ value }) => value));
  return { ...run, verdict: run.report?.verdict, valuesOf };
}

describe.concurrent('what a report says beside its verdict', () => {
  let refusing: RunningService;
  beforeAll(async () => {
    refusing = await startService({ token: canary, variants: ['refusal-200-error'] });
  });
  afterAll(() => refusing.stop());

  it('a refusal with 200 passes, and is observed as a refusal', async () => {
    const { verdict, output, valuesOf } = await reportOf(refusing.url);
    expect(verdict, output).toBe('pass');
    expect(valuesOf('refusal-status-codes')).toEqual(['HTTP 200']);
  });

  it('a web page is called HTML, and no circumstance of the first call is blamed', async () => {
    const web = await httpService((asked, response) => {
      asked.resume().on('end', () => response.setHeader('Content-Type', 'text/html').end(page));
    });
    const { verdict, output, folder, valuesOf } = await reportOf(web.url);
    await web.stop();
    expect(verdict, output).toBe('fail');
    expect(output).toContain('expected a JSON text, got no JSON: HTML');
    expect(valuesOf('body-shapes')).toEqual(['HTML', 'HTML', 'HTML']);
    const [, findings = ''] = (filesIn(folder)['report.html'] ?? '').split('id="findings"');
    expect(findings).toMatch(/<strong>not JSON<\/strong> .*times, in every answer/);
    expect(findings).not.toMatch(/phase, [^<]*(right after the start|letters and digits|before any backup)/);
  });
});
