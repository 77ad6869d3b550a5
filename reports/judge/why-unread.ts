import { decodeFirst } from '../../checks/findings.ts';

/** Why a call brought no answer, and what helps. `outcome`: how it ended; `error`: what k6 says; `proxy`: the one on the way. */
export function whyUnread(
  outcome: string,
  error: string,
  proxy: string | null,
): { readonly text: string; readonly remedy: string } {
  const said = `${outcome}: ${error}`;
  const [, remedy = 'Check the base URL, and whether HTTP or HTTPS is spoken there.'] =
    remedies.find(([words]) => words.test(said)) ?? [];
  if (outcome !== 'unreachable' && outcome !== 'not sent') {
    const how = error === '' ? outcome : `${outcome} (${error})`;
    return { text: `None of the service's answers could be read: ${how}.`, remedy };
  }
  const [, refusal] = /^proxyconnect: (.*)/.exec(error) ?? [];
  if (refusal !== undefined && proxy !== null)
    return { text: `The proxy ${proxy} opened no way to the service and said: ${refusal}.`, remedy };
  const over = /^unreachable: .*\b(tls|x509): /.test(said) ? ' over TLS' : '';
  return { text: `The service could not be reached${over}: ${error}.`, remedy };
}

/** In k6's words each layer names itself. Of one layer, what needs a remedy of its own comes first. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [/too many open files/, 'Raise the number of files that this process may open: ulimit -n.'],
  [/proxyconnect/, 'Check the proxy that HTTP_PROXY or HTTPS_PROXY names, or list the host in NO_PROXY.'],
  [/no such host/, 'Check the host in the base URL, and that this machine can resolve its name.'],
  [/^not sent: (.*: )?lookup /, 'Check that this machine can resolve the host in the base URL.'],
  [/x509: .*hostname/, 'Use a host name for which the certificate of the service was issued.'],
  [
    /x509: unknown authority/,
    'Trust the authority of its certificate with --cacert, or run with --insecure.',
  ],
  [
    /x509: /,
    'Renew or correct the certificate of the service, and check the clock of this machine. --insecure goes on without verifying it.',
  ],
  [
    /remote error: tls: .*certificate/,
    'The service requires a client certificate that it trusts: use --cert and --key.',
  ],
  [
    /first record does not look like a TLS handshake/,
    'TLS is not spoken there. If plain HTTP is, write http://; otherwise check the host and the port.',
  ],
  [
    /\btls: /,
    'The service must offer TLS 1.2 or 1.3 for this host name. If it requires a client certificate, use --cert and --key.',
  ],
  // The first bytes of a TLS alert.
  [/malformed HTTP response "\\x15\\x03/, 'TLS is spoken there: write https://.'],
  [/^unreachable: /, 'Check that the service is running and that the base URL is right.'],
  [/^undecodable body: /, decodeFirst],
];
