import type { Exchange } from '../checks/exchange.ts';
import { endpoints } from '../schemas/endpoints.ts';
import type { Transport } from './report.ts';

const longestBody = 400;

/** A command that sends the request again; the token is read from $ACCESS_TOKEN and never written out. */
export function curlOf(exchange: Exchange, baseUrl: string, transport: Transport | null = null): string {
  const { method, path } = endpoints[exchange.endpoint];
  const { body, authorizationInShell } = exchange.request;
  const parts = ['curl -i', ...(method === 'GET' ? [] : [`-X ${method}`]), quote(`${baseUrl}${path}`)];
  if (authorizationInShell !== null) parts.push(authorizationArgument(authorizationInShell));
  if (transport !== null) parts.push(...transportArguments(transport));
  if (body !== null) parts.push("-H 'Content-Type: application/json'", dataArgument(exchange, body));
  return parts.join(' ');
}

/** A semicolon is how curl is told of a header without a value: with a colon it sends none. */
function authorizationArgument(inShell: string): string {
  return inShell === '' ? "-H 'Authorization;'" : `-H "Authorization: ${inShell}"`;
}

/** A header's value is read from a variable of its name: X-Api-Key from $X_API_KEY. */
function transportArguments({ headers = [], unverified, clientCertificate }: Transport): string[] {
  return [
    ...headers.map((name) => `-H "${name}: $${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}"`),
    ...(unverified === true ? ['--insecure'] : []),
    ...(clientCertificate === true ? ['--cert "$CLIENT_CERT" --key "$CLIENT_KEY"'] : []),
  ];
}

function dataArgument(exchange: Exchange, body: string): string {
  if (body.length <= longestBody) return `--data-binary ${quote(body)}`;
  const start = body.slice(0, 60);
  return `--data-binary ${quote(`${start}…`)} # ${body.length} characters of ${exchange.variety}; shortened here`;
}

function quote(text: string): string {
  return `'${text.replace(/'/g, "'\\''")}'`;
}
