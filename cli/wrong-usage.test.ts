import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scenarios } from '../schemas/scenarios.ts';
import { type RunningService, startService } from '../service/server.ts';
import { commandLine } from './command-line-fixture.ts';
import { temporaryFolder } from './k6/stand-in-fixture.ts';

const token = 'canary-T0ken/with+chars=0123456789';

/** Of this one nothing is ever asked. */
let service: RunningService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await startService({ token });
  env = { BASE_URL: service.url, ACCESS_TOKEN: token };
});
afterAll(async () => {
  await service.stop();
  expect(service.requests).toBe(0);
});

/** What is said, by a command that ends with 2, sends nothing, leaves no file and shows no part of the token. */
async function refused(args: readonly string[], change: Record<string, string | undefined> = {}) {
  const given = Object.entries({ ...env, ...change }).filter(([, value]) => value !== undefined);
  const run = await commandLine(args, { env: Object.fromEntries(given) as Record<string, string> });
  const files = existsSync(run.folder) ? readdirSync(run.folder) : [];
  expect([run.exitCode, service.requests, files], run.output).toEqual([2, 0, []]);
  expect(run.output).not.toContain(token.slice(0, 8));
  return run.output;
}

/** At a place where nobody answers. */
const nowhere = 'http://127.0.0.1:1';
const key = 'header-canary-0123456789';
const header = `X-Gateway-Key: ${key}`;

describe('it is wrong usage and said so', () => {
  it.each<[string, readonly string[], RegExp]>([
    ['a load where there is none', ['smoke', '--duration', '3s'], /unknown option '--duration'/],
    ['an unknown option', ['gate', '--durationn', '3s'], /unknown option.*\n\(Did you mean --duration\?\)/],
    [
      'the token as an option',
      ['gate', '--token', 'x'],
      /unknown option '--token'. The token is read from the variable ACCESS_TOKEN/,
    ],
    ['an unknown command', ['gaet'], /unknown command.*\n\(Did you mean gate\?\)/],
    ['the version beside a command', ['gate', '--yes', '-V'], /unknown option '-V'/],
    ['the version as a value', ['gate', '--base-url', '--version'], /--base-url/],
    ['help beside what a run needs', ['gate', '-h', 'http://127.0.0.1:80', '--yes'], /Usage/],
    ['two contracts', ['smoke', '--contract', 'a.yaml', '--contract', 'b.yaml'], /--contract is given twice/],
    [
      'a duration that is none',
      ['load', '--duration', 'soon'],
      /--duration or DURATION: give .*, not "soon"\./,
    ],
    ['a rate that is none', ['smoke', '--rate', 'many'], /--rate or RATE: give .* to 5000, not "many"\./],
    [
      'a profile that is none',
      ['smoke', '--profile', 'huge'],
      /--profile or PROFILE: must be one of quick.*, not "huge"/,
    ],
    ['a seed that is none', ['smoke', '--seed', 'x'], /--seed or SEED: give .*, not "x"/],
    ['a base URL without a scheme', ['smoke', '--base-url', '127.0.0.1:80'], /begin with http/],
    ['a base URL with a query', ['smoke', '--base-url', 'http://127.0.0.1:80/?a=1'], /query/],
    [
      'a base URL with /api/v1',
      ['smoke', '--base-url', `${nowhere}/api/v1`],
      /ends in \/api\/v1, .* remove it/,
    ],
    ['no service given', ['smoke', '--base-url', ''], /--base-url: it is empty/],
    ['two services named', ['smoke', '--embedded', '--base-url', nowhere], /--embedded and --base/],
    ['a contract that is not there', ['smoke', '--contract', 'none.yaml'], /none\.yaml/],
    [
      'a folder that cannot be written',
      ['smoke', '--out', '/sys/nowhere/run'],
      /cannot be created or written \(E.*Name another/,
    ],
    ['a folder without a name', ['smoke', '--out', ''], /--out: name a folder/],
    ['a port that is none', ['serve', '--port', '70000'], /--port: give .* to 65535, not "70000"/],
    ['a fault that is none', ['serve', '--fault', 'no-such-fault'], /no-such-fault\. serve --list shows all/],
    [
      'a time that is none',
      ['gate', '--within', 'soon'],
      /--within: give a time from 1s to 24h in one word, .* or 0, not "soon"/,
    ],
    [
      'a time too short for one load',
      ['gate', '--within', '2m'],
      /--within 2m: one load, with what precedes it, may take 2\smin 3\d\ss\. Allow as much/,
    ],
    ['a time without a load to go on', ['conformance', '--within', '6m'], /unknown option '--within'/],
    ['a comparison that goes on', ['gate', '--within', '6m', '--compare', nowhere], /--within/],
    ['loads by number', ['gate', '--at-most', '2'], /unknown option '--at-most'/],
    ['runs by number', ['gate', '--retry-inconclusive', '1'], /unknown option '--retry-inconclusive'/],
    ['a pause between runs', ['gate', '--retry-pause', '1m'], /unknown option '--retry-pause'/],
    [
      'a counterpart without http',
      ['load', '--compare', 'ftp://127.0.0.1'],
      /--compare: it does not begin with http/,
    ],
    ['a counterpart with a query', ['gate', '--compare', `${nowhere}/?x`], /--compare: it has a query/],
    ['a comparison in conformance', ['conformance', '--compare', nowhere], /unknown option '--compare'/],
    ['nothing to compare', ['load', '--embedded', '--compare', nowhere], /--base-url or BASE_URL/],
    ["an output to k6's cloud", ['smoke', '--k6-out', 'cloud'], /--k6-out/],
    ['a Pushgateway without http', ['smoke', '--push-gateway', 'pushgateway:9091'], /--push-gateway/],
    [
      'one with half an escape',
      ['smoke', '--push-gateway', 'http://us%er:word@127.0.0.1:9091'],
      /--push-gateway/,
    ],
  ])('%s', async (_, args, message) => {
    expect(await refused(args)).toMatch(message);
  });

  it.each([{ PROFILE: 'huge' }, { RATE: 'many' }, { DURATION: 'soon' }])('%j', async (change) => {
    expect(await refused(['load'], change)).toContain(`or ${Object.keys(change)[0]}: `);
  });

  it.each(scenarios.map(({ name }) => name))(
    '%s of no service, which is no pass of the embedded one',
    async (scenario) => {
      const output = await refused([scenario], { BASE_URL: '' });
      expect(output).toContain('No service given: set BASE_URL or use --base-url URL. --embedded');
    },
  );

  it('a proxy that no client can read, and no part of its password is shown', async () => {
    const output = await refused(['smoke'], { HTTPS_PROXY: 'http://alice:Summer#2024@127.0.0.1:9' });
    expect(output).toMatch(/HTTPS_PROXY: is not the address of a proxy. Write http:.* as %2F/);
    expect(output).not.toMatch(/Summer|2024@/);
  });

  it('a mistake in a contract, by its file, line and field', async () => {
    const file = join(temporaryFolder(), 'contract.yaml');
    writeFileSync(file, 'version: 1\nlatency:\n  percentil: 95\n');
    expect(await refused(['smoke', '--contract', file])).toMatch(
      /contract\.yaml:3:3: latency\.percentil: .*percentile/,
    );
  });

  it('a value in two words', async () => {
    expect(await refused(['gate', '--within', '15', 'min'])).toContain('in one word (--within 15m)');
  });

  it.each([
    ['gate', '--', '--vus', '3'],
    ['smoke', '--embedded', '--', '--rate', '3'],
    ['token', '--', '5', '--seed', '3'],
  ])('an option after --: %s %s %s', async (...args) => {
    expect(await refused(args)).toContain('Nothing after -- is read as an option: leave out the --.');
  });

  it('a stated check that a contract wants recorded only', async () => {
    const file = join(temporaryFolder(), 'contract.yaml');
    writeFileSync(file, 'version: 1\nobserveOnly: [user-id-prefix]\n');
    expect(await refused(['smoke', '--contract', file])).toContain('user-id-prefix');
  });
});

describe('no secret is repeated', () => {
  it.each([
    ['an unknown option', ['gate', `--access-token=${token}`], "unknown option '--access-token'"],
    ['a short one', ['gate', `-t${token}`], "unknown option '-t'"],
    ['an argument', ['gate', token], 'too many arguments'],
    ['a command', [token], 'unknown command'],
    ['a profile', ['gate', '--profile', token], '--profile'],
    ['a fault', ['serve', '--fault', token], '--fault'],
    ['a part of it as a seed', ['gate', '--seed', token.slice(0, 8)], '--seed or SEED: give a whole number'],
  ])('the token as %s', async (_, args, message) => {
    expect(await refused(args)).toContain(message);
  });

  it('a value of an unknown option, whatever it is', async () => {
    expect(await refused(['gate', '--password=not-the-token-and-a-secret'])).not.toContain('secret');
  });

  it.each<[string, Record<string, string | undefined>]>([
    ['no token', { ACCESS_TOKEN: undefined }],
    ['an empty token', { ACCESS_TOKEN: '' }],
    ['a blank token', { ACCESS_TOKEN: '  ' }],
    ['a token with a line break', { ACCESS_TOKEN: `${token}\n` }],
    ['a token of 7 characters', { ACCESS_TOKEN: 'zzzzzz7' }],
    ['a token that is not ASCII', { ACCESS_TOKEN: 'tökèn-zzzzzz7' }],
    ['a token of two lines', { ACCESS_TOKEN: 'first-line\nzzzzzz7' }],
    [
      'a token of 7 characters for the other service',
      { COMPARE_URL: 'http://127.0.0.1:1', COMPARE_ACCESS_TOKEN: 'zzzzzz7' },
    ],
  ])('%s', async (_, change) => {
    const output = await refused(['gate'], change);
    expect(output).toContain('ACCESS_TOKEN');
    expect(output).not.toContain('zzzzzz7');
  });

  it.each<[string, readonly string[]]>([
    ['the token', ['--header', 'authorization: Bearer x']],
    ['the media type', ['--header', 'Content-Type: text/plain']],
    ['a header twice', ['--header', header, '--header', header]],
    ['no header', ['--header', key]],
    ['two lines', ['--header', `X-A: ${key}\nX-B: c`]],
    ['half a certificate', ['--cert', 'package.json']],
    ['no certificate', ['--cert', 'package.json', '--key', 'package.json']],
    ['no authority', ['--cacert', 'package.json']],
    ['no file', ['--cacert', 'nowhere.pem']],
  ])('an own header as %s', async (_, args) => {
    expect(await refused(['smoke', '--base-url', nowhere, ...args])).not.toContain(key);
  });
});
