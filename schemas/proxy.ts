import { isLoopback, placeOf } from './base-url.ts';
import { isV4, parseIp } from './ip-address.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy that k6 uses for a URL by the rules of Go's HTTP client, without credentials; null: none. */
export function proxyFor(url: string, env: Environment): string | null {
  const named = namedProxyFor(url, env);
  return named && partsOf(named).url;
}

/** As `proxyFor`, but with the credentials of the proxy, as an address. */
export function namedProxyFor(url: string, env: Environment): string | null {
  const { scheme, host, port } = placeOf(url);
  const [upper, lower] = scheme === 'https' ? ['HTTPS_PROXY', 'https_proxy'] : ['HTTP_PROXY', 'http_proxy'];
  const named = env[upper] || env[lower] || '';
  if (named === '' || isLoopback(url)) return null;
  const exempt = (env['NO_PROXY'] || env['no_proxy'] || '').toLowerCase().split(',');
  const isExempt = exempt.some((entry) => exempts(entry.trim(), host.toLowerCase(), port));
  return isExempt ? null : withScheme(named);
}

/** Whether an entry of NO_PROXY names the place: by address, range of addresses or domain, each but a range with or without a port. */
function exempts(entry: string, host: string, port: number): boolean {
  if (entry === '*') return true;
  const [, bracketed, plain, ofPort = ''] = /^(?:\[([^[\]]*)\]|([^:[\]]*)):([^:[\]]*)$/.exec(entry) ?? [];
  const name = bracketed ?? plain ?? entry;
  if (name === '' || (ofPort !== '' && ofPort !== `${port}`)) return false;
  const [ip, network] = [parseIp(host), parseRange(entry) ?? parseIp(name)];
  // No range of IPv6 holds an address of IPv4.
  if (ip !== null && network !== null) return isV4(ip) === isV4(network) && ip.startsWith(network);
  if (ip !== null || network !== null) return false;
  const domain = name.replace(/^\*(?=\.)/, '');
  return domain.startsWith('.') ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`);
}

/** The network of a range of addresses; null: the entry is none. */
function parseRange(entry: string): string | null {
  const [, text = '', length = ''] = /^(.+)\/(\d+)$/.exec(entry) ?? [];
  const [most, before] = text.includes(':') ? [128, 0] : [32, 96];
  return Number(length) > most ? null : (parseIp(text)?.slice(0, before + Number(length)) ?? null);
}

function withScheme(named: string): string {
  return named.includes('://') ? named : `http://${named}`;
}

/** Userinfo reaches to the last @: people write / ? and # in passwords unescaped, which Go does not accept. */
function partsOf(named: string): { readonly url: string; readonly userinfo: string | null } {
  const [, scheme = '', rest = ''] = /^([a-z0-9]+:\/\/)(.*)$/is.exec(withScheme(named)) ?? [];
  const at = rest.lastIndexOf('@');
  const [authority = ''] = rest.slice(at + 1).split(/[/?#]/);
  return { url: `${scheme}${authority}`, userinfo: at > 0 ? rest.slice(0, at) : null };
}

const proxyNames = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];

const proxyShape =
  /^((https?|socks5h?):\/\/)?(([\w.~:!$&'()*+,;=@-]|%[\da-f]{2})*@)?(\[[\da-f:.]+\]|[\w.~!$&'()*+,;=-]+)(:\d*)?(\/(?!\/)\S*)?$/i;

/** The variables in which Go cannot read a proxy: it would silently call the service directly. */
export function unreadableProxies(env: Environment): string[] {
  return proxyNames.filter((name) => env[name] && !proxyShape.test(env[name]));
}

/** User and password of every proxy that an environment names. */
export function proxyUserinfo(env: Environment): string[] {
  return proxyNames.flatMap((name) => partsOf(env[name] ?? '').userinfo ?? []);
}
