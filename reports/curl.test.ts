import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../checks/exchange.ts';
import { exchangeWith } from '../checks/exchange-fixture.ts';
import { curlOf } from './curl.ts';
import type { Transport } from './report.ts';

const baseUrl = 'http://127.0.0.1:8080';

/** The arguments that a shell would hand to curl. */
function argumentsOf(request: Exchange['request'], transport: Transport | null = null): string[] {
  const command = curlOf({ ...exchangeWith({ endpoint: 'encrypt' }), request }, baseUrl, transport);
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
    const request = { body, authorization: 'Bearer s3cret', authorizationInShell: 'Bearer $ACCESS_TOKEN' };
    expect(argumentsOf(request)).toEqual([
      ...['-i', '-X', 'POST', `${baseUrl}/api/v1/encrypt`],
      ...['-H', 'Authorization: Bearer s3cret', '-H', 'Accept: application/json'],
      ...['-H', 'Content-Type: application/json'],
      ...['--data-binary', body],
    ]);
  });

  it('sends as much data as was sent, where that is too long to show', () => {
    const request = { authorization: null, authorizationInShell: null };
    const long = (data: string) => `{"data":"${data}","algorithm":"AES-256-GCM"}`;
    const sent = (body: string) => argumentsOf({ ...request, body }).at(-1);
    expect(sent(long('a1'.repeat(8192)))).toBe(long('0'.repeat(16_384)));
    expect(sent(long('ж'.repeat(500)))).toMatch(/…$/);
    expect(sent(long('a'.repeat(262_144)))).toMatch(/…$/);
  });

  it('sends an empty header where one was sent, and none where none was', () => {
    const empty = { body: null, authorization: '', authorizationInShell: '' };
    expect(argumentsOf(empty)).toContain('Authorization;');
    const none = { body: null, authorization: null, authorizationInShell: null };
    expect(argumentsOf(none).join(' ')).not.toContain('Authorization');
  });

  it('goes the same way: own headers and files from variables', () => {
    const none = { body: null, authorization: null, authorizationInShell: null };
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
