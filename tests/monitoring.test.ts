import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { closedUrl } from '../cli/k6/stand-in-fixture.ts';
import { type RunningService, startService } from '../service/server.ts';
import { type CliRun, cli, filesIn } from './cli-run.ts';
import { httpFront } from './http-front.ts';
import { httpService } from './http-service.ts';
import { canary } from './k6-run.ts';

interface Query {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

const programs = ['prometheus', 'promtool', 'prometheus-pushgateway'];
const missing = programs.filter(
  (name) => !(process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name))),
);
const { panels }: { panels: readonly Query[] } = JSON.parse(
  readFileSync('docs/grafana/dashboard.json', 'utf8'),
);

let service: RunningService;
beforeAll(async () => {
  service = await startService({ token: canary });
});
afterAll(() => service.stop());

const short = ['load', '--profile', 'quick', '--rate', '60', '--duration', '4s'];

describe.skipIf(missing.length > 0)(
  `with Prometheus (missing here: ${missing.join(', ') || 'nothing'})`,
  () => {
    const stops: (() => Promise<unknown>)[] = [];
    let prometheus: string;
    let run: CliRun;

    /** On a port of the system's choice, which it tells in its log. */
    async function start(program: string, args: readonly string[]): Promise<string> {
      const child = spawn(program, [...args, '--web.listen-address=127.0.0.1:0'], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const ended = once(child, 'exit');
      stops.push(() => {
        child.kill();
        return ended;
      });
      let log = '';
      child.stderr.on('data', (chunk) => {
        log += chunk;
      });
      const address = () => /"Listening on" address=(\S+)/.exec(log)?.[1];
      await vi.waitFor(async () => expect((await fetch(`http://${address()}/-/ready`)).ok).toBe(true), {
        timeout: 30_000,
      });
      return address() ?? '';
    }

    beforeAll(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
      const gateway = await start('prometheus-pushgateway', [`--persistence.file=${folder}/pushed`]);
      const job = { job_name: 'gate', honor_labels: true, static_configs: [{ targets: [gateway] }] };
      const config = { global: { scrape_interval: '1s' }, scrape_configs: [job] };
      writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
      const files = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`];
      prometheus = `http://${await start('prometheus', [...files, '--web.enable-remote-write-receiver'])}`;
      run = await cli(
        [...short, '--k6-out', 'experimental-prometheus-rw', '--push-gateway', `http://${gateway}`],
        {
          env: {
            BASE_URL: service.url,
            ACCESS_TOKEN: canary,
            K6_PROMETHEUS_RW_SERVER_URL: `${prometheus}/api/v1/write`,
            K6_PROMETHEUS_RW_PUSH_INTERVAL: '1s',
          },
        },
      );
    });
    afterAll(() => Promise.all(stops.map((stop) => stop())));

    async function query(
      expr: string,
    ): Promise<readonly { metric: Record<string, string>; value: [number, string] }[]> {
      const response = await fetch(`${prometheus}/api/v1/query?query=${encodeURIComponent(expr)}`);
      return ((await response.json()) as { data: { result: never[] } }).data.result;
    }

    it.each(panels.map(({ title, targets }) => [title, targets.map(({ expr }) => expr)] as const))(
      'the panel "%s" has data',
      async (_, exprs) => {
        for (const expr of exprs)
          await expect.poll(async () => (await query(expr)).length, { timeout: 20_000 }).toBeGreaterThan(0);
      },
    );

    it('the verdict there is that of the run', async () => {
      const verdicts = ['pass', 'fail', null, 'inconclusive', 'none'];
      const [sample] = await query('harness_verdict == 1');
      expect(sample?.metric['verdict'], run.output).toBe(verdicts[run.exitCode]);
      expect(sample?.metric).toMatchObject({ scenario: 'load', target: service.url });
    });

    it('no label of any series holds the token', async () => {
      expect(JSON.stringify(await query('{__name__=~".+"}'))).not.toContain(canary.slice(0, 8));
    });

    it('the alert comes when it should', async () => {
      const test = await execa('promtool', ['test', 'rules', 'docs/prometheus/alerts.test.yml'], {
        reject: false,
      });
      expect(test.exitCode, test.stdout + test.stderr).toBe(0);
    });
  },
);

describe.concurrent('without Prometheus', () => {
  const env = () => ({ BASE_URL: service.url, ACCESS_TOKEN: canary });

  it('k6 writes its outputs, in which the token of a base path does not stand', async () => {
    const front = await httpFront(service.port, `/${encodeURI(canary)}`);
    const folder = mkdtempSync(join(tmpdir(), 'outputs-'));
    const received: Buffer[] = [];
    const collector = await httpService((request, response) => {
      request.on('data', (chunk: Buffer) => received.push(chunk)).on('end', () => response.end());
    });
    const outputs = [`json=${folder}/k6.json`, `csv=${folder}/k6.csv`, 'opentelemetry', 'web-dashboard'];
    const run = await cli([...short, ...outputs.flatMap((output) => ['--k6-out', output])], {
      env: {
        BASE_URL: `${front.url}/${canary}`,
        ACCESS_TOKEN: canary,
        K6_OTEL_EXPORTER_PROTOCOL: 'http/protobuf',
        K6_OTEL_HTTP_EXPORTER_ENDPOINT: `127.0.0.1:${collector.port}`,
        K6_OTEL_HTTP_EXPORTER_INSECURE: 'true',
        K6_WEB_DASHBOARD_EXPORT: join(folder, 'dashboard.html'),
        K6_WEB_DASHBOARD_PERIOD: '1s',
        K6_WEB_DASHBOARD_PORT: '-1',
      },
    });
    await Promise.all([collector.stop(), front.stop()]);
    expect(front.seen.length).toBeGreaterThan(300);
    const { 'dashboard.html': page, ...files } = filesIn(folder);
    expect(page, run.output).toContain('<html');
    expect(Object.keys(files).toSorted(), run.output).toEqual(['k6.csv', 'k6.json']);
    const exported = Buffer.concat(received).toString('latin1');
    for (const [name, text] of Object.entries({ ...files, exported })) {
      expect(text, name).toContain('http_req_duration');
      expect(text, name).not.toContain(canary.slice(0, 8));
      expect(text, name).not.toMatch(/127\.0\.0\.1/);
    }
  });

  it('a Pushgateway that is not there is said, and changes no exit status', async () => {
    const gateway = (await closedUrl()).replace('//', '//user:gateway-canary@');
    const run = await cli(['smoke', '--push-gateway', gateway], { env: env() });
    expect(run.exitCode, run.output).toBe(0);
    expect(run.output).toContain('The metrics did not reach the Pushgateway: connect ECONNREFUSED');
    expect(run.output).not.toContain('gateway-canary');
    expect(filesIn(run.folder)['metrics.prom']).toMatch(/^harness_verdict{.*verdict="pass"} 1$/m);
  });

  it('a token in place of the host is not repeated', async () => {
    const given = { ...env(), ACCESS_TOKEN: 'secret-token.invalid' };
    const run = await cli(['smoke', '--push-gateway', 'http://secret-token.invalid'], { env: given });
    expect(run.output).toContain('The metrics did not reach the Pushgateway: ');
    expect(run.output).not.toContain('secret-token');
  });

  it.each([
    ['nonsense', "invalid output type 'nonsense', available types are: "],
    ['csv=/nowhere/out.csv', "could not create the 'csv' output: open /nowhere/out.csv: no such file"],
    ['json=/nowhere/out.json', 'open /nowhere/out.json: no such file'],
  ])('the output %s, which k6 refuses, is wrong usage, and nothing is sent', async (output, words) => {
    const own = await startService({ token: canary });
    const run = await cli(['smoke', '--k6-out', output], { env: { ...env(), BASE_URL: own.url } });
    await own.stop();
    expect(run.exitCode, run.output).toBe(2);
    expect(run.output).toContain(`--k6-out or K6_OUT: k6 refuses this output: ${words}`);
    expect(own.requests).toBe(0);
  });
});
