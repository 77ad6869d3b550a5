import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../checks/exchange.ts';
import { exchangeWith } from '../checks/exchange-fixture.ts';
import { curlOf, easiestFirst, evidenceOf } from './evidence.ts';
import { evidence } from './passing-fixture.ts';
import type { Transport } from './report.ts';
import { type Redact, redactor } from './secrets/redact.ts';

const token = 'a-token-0123456789-in-the-answer';
const baseUrl = 'http://127.0.0.1:8080';
const harness = 'node ../cli/bin.mjs';
const contextWith = (redact: Redact) => ({ phase: 'conformance', baseUrl, redact, harness }) as const;
const failure = { outcome: 'fail', cause: 'a cause', expected: 'another', actual: 'this' } as const;

function shownOf(body: string, offset: number) {
  const asked: string[] = [];
  const hide = redactor([token]);
  const redact = (text: string) => {
    asked.push(text);
    return hide(text);
  };
  const context = contextWith(redact);
  const { excerpt } = evidenceOf(exchangeWith({ text: body }), { ...failure, offset }, null, context);
  return { excerpt, parts: asked.filter((text) => text.length > 200).length };
}

it('looks once for secrets in a body that has none, and shows what stands at the offset', () => {
  const { excerpt, parts } = shownOf(`${'x'.repeat(1000)}HERE${'y'.repeat(1000)}`, 1000);
  expect(excerpt).toMatch(/^…x+HEREy+…$/);
  expect(parts).toBe(1);
});

it('leaves out a body that repeats a secret, in whatever form, and says so', () => {
  const bodyWith = (said: string) => `{"seen":"${said}"} ${'x'.repeat(250)}HERE${'y'.repeat(1000)}`;
  expect(shownOf(bodyWith(token), 300).excerpt).toBe('[left out: this repeats a secret]');
  const base64 = Buffer.from(`Bearer ${token}`).toString('base64');
  expect(shownOf(bodyWith(base64), 300).excerpt).toBe('[left out: this repeats a secret]');
});

it('shortens what a check says of an answer', () => {
  const context = contextWith(redactor([token]));
  const long = { ...failure, expected: 'x'.repeat(10_000), actual: 'y'.repeat(10_000) };
  const { expected, actual } = evidenceOf(exchangeWith({}), long, null, context);
  expect([expected.length, actual.length]).toEqual([501, 501]);
});

it('says in which circumstance the call was made', () => {
  const exchange = {
    ...exchangeWith({}),
    variety: 'a valid call',
    circumstance: 'with Accept: */*',
  };
  const context = contextWith(redactor([token]));
  expect(evidenceOf(exchange, failure, null, context).variety).toBe('a valid call, with Accept: */*');
});

it.each(['conformance', 'load'] as const)('hides a token made from the access token, in %s', (phase) => {
  const offered = 'Ab3dEf9h5k2m';
  const numbered = { secret: offered, number: 2, seed: 7 };
  const request = { body: null, authorization: 'Bearer ', numbered };
  const exchange = {
    ...exchangeWith({ credential: 'made-up', text: `{"seen":"Bearer ${offered}"}` }),
    request,
  };
  const context = { phase, baseUrl: 'http://service.example', redact: redactor(['Ab3dEf9hJk2m']), harness };
  const evidence = evidenceOf(exchange, { ...failure, actual: offered }, null, context);
  expect(JSON.stringify(evidence)).not.toContain(offered);
  expect(evidence.excerpt).toBe('[left out: this repeats a secret]');
  expect(evidence.curl).toMatch(/^WRONG_TOKEN=.* && curl .* -H "Authorization: Bearer \$WRONG_TOKEN" /);
  expect(evidence.curl).toContain(`=$(${harness} token 2 --seed 7) && `);
});

it('says at the end of a command that its data is made of zeros: the shell reads nothing behind that', () => {
  const body = JSON.stringify({ data: 'x'.repeat(600), algorithm: 'AES-256-GCM' });
  const exchange = exchangeWith({ endpoint: 'encrypt', credential: 'absent', sent: body });
  const request = { ...exchange.request, cookies: { header: 'id=7', setBy: 'encrypt', body } } as const;
  const elsewhere = { place: 'body', names: ['api_key'], token: 'x' } as const;
  const command = curlOf({ ...exchange, request: { ...request, elsewhere } }, { baseUrl, harness });
  expect(command).toMatch(/^[^#]* --next [^#]* # zeros in place of the data$/);
  expect(command.split('--next')[1]).toContain(
    '{\\"api_key\\":\\"$ACCESS_TOKEN\\",\\"data\\":\\"$(printf %0600d 0)\\"',
  );
});

const sent = (header: string) => ({ header, setBy: 'user', body: null }) as const;

it('hides the cookies that a request sent, where a service repeats them', () => {
  const request = { body: null, authorization: null };
  const exchange = {
    ...exchangeWith({ credential: 'absent', text: '{"seen":"c2Vzc2lvbi1vbmUtb25l","id":"7"}' }),
    request: { ...request, cookies: sent('id=7; session=c2Vzc2lvbi1vbmUtb25l') },
  };
  const context = contextWith(redactor([]));
  const evidence = evidenceOf(exchange, { ...failure, actual: 'c2Vzc2lvbi1vbmUtb25l' }, null, context);
  expect(JSON.stringify(evidence)).not.toContain('c2Vzc2lvb');
  expect(evidence.excerpt).toContain('"id":"7"');
});

it('leaves no part of the token beside a cookie that holds the middle of it', () => {
  const token = 'abcdefgMIDDLEofTHEtoken42uvwxyz';
  const exchange = {
    ...exchangeWith({ credential: 'absent', text: `{"seen":"${token}"}` }),
    request: {
      body: null,
      authorization: null,
      cookies: sent(`part=${token.slice(7, -6)}`),
    },
  };
  const context = contextWith(redactor([token]));
  const { excerpt } = evidenceOf(exchange, failure, null, context);
  expect(excerpt).not.toMatch(/abcdefg|uvwxyz/);
});

/** The arguments that a shell would pass to curl. */
function argumentsOf(request: Exchange['request'], transport: Transport | null = null): string[] {
  const exchange = { ...exchangeWith({ endpoint: 'encrypt' }), request };
  const command = curlOf(exchange, { baseUrl, transport, harness });
  const env = {
    ...process.env,
    ACCESS_TOKEN: 's3cret',
    X_API_KEY: 'k3y',
    ACCEPT: 'text/json',
    CLIENT_CERT: 'c.pem',
    CLIENT_KEY: 'k.pem',
  };
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('curlOf', () => {
  it('sends the token of the environment, and the body to the letter', () => {
    const body = '{"data":"it\'s $HOME, \\"`x`\\"\\n","algorithm":"AES-256-GCM"}';
    const request = { body, authorization: 'Bearer $ACCESS_TOKEN' };
    expect(argumentsOf(request)).toEqual([
      ...['-i', '-X', 'POST', `${baseUrl}/api/v1/encrypt`],
      ...['-H', 'Authorization: Bearer s3cret', '-H', 'Accept: application/json'],
      ...['-H', 'Content-Type: application/json'],
      ...['--data-binary', body],
    ]);
  });

  it.each([
    ['query', `--url-query "key=$ACCESS_TOKEN" --url-query "X-Authorization=Bearer $ACCESS_TOKEN"`],
    ['cookie', `-b "key=$ACCESS_TOKEN; X-Authorization=Bearer $ACCESS_TOKEN"`],
    ['header', `-H "key: $ACCESS_TOKEN" -H "X-Authorization: Bearer $ACCESS_TOKEN"`],
    [
      'body',
      `--data-binary '{"key":"'"$ACCESS_TOKEN"'","X-Authorization":"Bearer '"$ACCESS_TOKEN"'","data":"a"}'`,
    ],
  ] as const)('puts the token into the %s, and never writes it out', (place, words) => {
    const elsewhere = { place, names: ['key', 'X-Authorization'], token };
    const request = { body: '{"data":"a"}', authorization: null, elsewhere };
    const command = curlOf({ ...exchangeWith({ endpoint: 'encrypt' }), request }, { baseUrl, harness });
    expect(command).toContain(words);
    expect(command).not.toContain(token);
  });

  it('asks the target, with the headers, that were asked', () => {
    const headers = { Accept: '', 'Content-Type': 'application/json; charset=utf-8' };
    const exchange = exchangeWith({ endpoint: 'encrypt' });
    const request = { ...exchange.request, body: '{\r"data":"\r"}', path: '/api/v1/encrypt?x=1', headers };
    const command = curlOf({ ...exchange, request }, { baseUrl: 'http://service.example', harness });
    expect(command).toBe(
      `curl -i -X POST 'http://service.example/api/v1/encrypt?x=1' -H 'Accept:' -H 'Content-Type: application/json; charset=utf-8' --data-binary '{ "data":"\\u000d"}'`,
    );
  });

  it('leaves dot segments in a path', () => {
    const request = { body: null, authorization: null };
    const words = (path: string) => argumentsOf({ ...request, path });
    expect(words('/api/user/../v1/encrypt')).toContain('--path-as-is');
    expect(words('/api//v1/encrypt')).not.toContain('--path-as-is');
  });

  it('sends as much data as was sent, where that is too long to show', () => {
    const request = { authorization: null };
    const long = (data: string) => `{"data":"${data}","algorithm":"AES-256-GCM"}`;
    const sent = (body: string) => argumentsOf({ ...request, body }).at(-1);
    expect(sent(long('a1'.repeat(8192)))).toBe(long('0'.repeat(16_384)));
    expect(sent(long('ж'.repeat(500)))).toBe(long('0'.repeat(1000)));
    expect(sent(long('a'.repeat(262_144)))).toMatch(/…$/);
  });

  it('sends an empty header where one was sent, and none where none was', () => {
    const empty = { body: null, authorization: '' };
    expect(argumentsOf(empty)).toContain('Authorization;');
    const none = { body: null, authorization: null };
    expect(argumentsOf(none).join(' ')).not.toContain('Authorization');
  });

  it.each([
    [{ Accept: '*/*' }, ['-H', 'Accept: */*']],
    [
      { 'Accept-Encoding': 'gzip' },
      ['-H', 'Accept: application/json', '-H', 'Accept-Encoding: gzip', '--compressed'],
    ],
  ])('asks as the call did, with %j', (headers, sent) => {
    const none = { body: null, authorization: null };
    const args = argumentsOf({ ...none, headers });
    expect(args.slice(4)).toEqual(sent);
  });

  it('goes the same way: own headers and files from variables', () => {
    const none = { body: null, authorization: null };
    const transport = {
      headers: ['X-Api-Key', 'Accept'],
      unverified: true,
      clientCertificate: true,
    } as const;
    expect(argumentsOf(none, transport).slice(4)).toEqual([
      ...['-H', 'X-Api-Key: k3y', '-H', 'Accept: text/json'],
      ...['--insecure', '--cert', 'c.pem', '--key', 'k.pem'],
    ]);
  });
});

it('writes characters that no page shows as JSON escapes, so that the command repeats the request', () => {
  const sent = JSON.stringify({ data: '\u007f\u0085\u2028\u202e', algorithm: 'AES-256-GCM' });
  const curl = curlOf(exchangeWith({ endpoint: 'encrypt', sent }), { baseUrl, harness });
  expect(curl).toContain('{"data":"\\u007f\\u0085\\u2028\\u202e","algorithm"');
});

it('shows the case first that is easiest to read and to send again', () => {
  const curls = ["curl 'żółw'", "curl '\\u0001'", "curl 'a longer one'", "curl 'short'"];
  const sorted = easiestFirst(curls.map((curl) => evidence({ curl }))).map(({ curl }) => curl);
  expect(sorted).toEqual(["curl 'short'", "curl 'a longer one'", "curl 'żółw'", "curl '\\u0001'"]);
});
