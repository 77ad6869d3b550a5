import type { Exchange } from '../checks/exchange.ts';
import { endpoints } from '../schemas/endpoints.ts';
import { type Transport, transportArguments } from './transport.ts';

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

function dataArgument(exchange: Exchange, body: string): string {
  if (body.length <= longestBody) return `--data-binary ${quote(body)}`;
  const start = body.slice(0, 60);
  return `--data-binary ${quote(`${start}…`)} # ${body.length} characters of ${exchange.variety}; shortened here`;
}

function quote(text: string): string {
  return `'${text.replace(/'/g, "'\\''")}'`;
}
