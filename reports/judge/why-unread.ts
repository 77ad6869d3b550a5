import { type Said, said } from '../../checks/causes.ts';
import { placeOf } from '../../schemas/base-url.ts';

/** Why a call of the service at `url` brought no answer, and what helps. `outcome`: how it ended; `error`: k6's message. */
export function whyUnread(
  outcome: string,
  error: string,
  { url, proxy }: { readonly url: string; readonly proxy: string | null },
): Said {
  const ended = `${outcome}: ${error}`;
  const [, cause = 'unread'] = causesByWords.find(([words]) => words.test(ended)) ?? [];
  const [, refusal] = /^proxyconnect: (.*)/.exec(error) ?? [];
  const { host, port } = placeOf(url);
  const over = /^unreachable: .*\b(tls|x509): /.test(ended) ? ' over TLS' : '';
  const reason =
    outcome !== 'unreachable' && outcome !== 'not sent'
      ? `None of the service's answers could be read: ${error === '' ? outcome : `${outcome} (${error})`}.`
      : refusal !== undefined && proxy !== null
        ? `The proxy ${proxy} opened no way to the service and said: ${refusal}.`
        : `The service could not be reached at ${host} port ${port}${over}: ${error}.`;
  return { ...said(cause), reason };
}

/** Patterns of k6's messages, in which each layer names itself. Within a layer, special cases come first. */
const causesByWords = [
  [/too many open files/, 'open-files'],
  [/proxyconnect/, 'proxy-refuses'],
  [/no such host/, 'unknown-host'],
  [/^not sent: (.*: )?lookup /, 'unresolved'],
  [/x509: .*hostname/, 'other-host-certificate'],
  [/x509: unknown authority/, 'unknown-authority'],
  [/x509: /, 'bad-certificate'],
  [/remote error: tls: .*certificate/, 'client-certificate'],
  [/first record does not look like a TLS handshake/, 'no-tls'],
  [/\btls: /, 'other-tls'],
  // The first bytes of a TLS alert.
  [/malformed HTTP response "\\x15\\x03/, 'tls-spoken'],
  [/^unreachable: /, 'unreachable'],
  [/^undecodable body: /, 'unreadable-coding'],
] as const;
