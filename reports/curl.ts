import type { Exchange } from '../checks/exchange.ts';
import { endpoints } from '../schemas/endpoints.ts';
import { accept } from '../schemas/request-headers.ts';
import type { Transport } from './report.ts';
import { transportArguments } from './transport.ts';

const longestBody = 400;
/** Linux takes no argument of 128 KiB. */
const longestArgument = 100_000;

/** A command that sends the request again; the token is read from $ACCESS_TOKEN and never written out. */
export function curlOf(exchange: Exchange, baseUrl: string, transport: Transport | null = null): string {
  const { method, path } = endpoints[exchange.endpoint];
  const { body, authorizationInShell } = exchange.request;
  const parts = ['curl -i', ...(method === 'GET' ? [] : [`-X ${method}`]), quote(`${baseUrl}${path}`)];
  if (authorizationInShell !== null) parts.push(authorizationArgument(authorizationInShell));
  if (transport?.headers?.includes('Accept') !== true) parts.push(`-H 'Accept: ${accept.Accept}'`);
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
  const [, data, after] = /^\{"data":"([\w.-]*)"(,"algorithm":"[\w-]+"\})$/.exec(body) ?? [];
  if (data === undefined || after === undefined || data.length > longestArgument)
    return `--data-binary ${quote(`${body.slice(0, 60)}…`)} # ${body.length} characters of ${exchange.variety}; shortened here`;
  const zeros = `$(printf %0${data.length}d 0)`;
  return `--data-binary "{\\"data\\":\\"${zeros}\\"${after.replaceAll('"', '\\"')}" # zeros in place of the data`;
}

/** A single-quoted shell word. */
export function quote(text: string): string {
  return `'${text.replace(/'/g, "'\\''")}'`;
}
