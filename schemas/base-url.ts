import { endpoints } from './endpoints.ts';
import { type Parsed, unusable } from './run-settings.ts';

/** A base URL that can be used and shown: without userinfo and trailing slashes. */
export interface BaseUrl {
  readonly url: string;
  /** User and password from the given URL: neither sent nor shown. */
  readonly userinfo: string | null;
}

const shape = /^(https?):\/\/([^/?#]*)([^?#]*)([?#].*)?$/i;
const hostShape = /^(\[[0-9A-Fa-f:.]+(?:%25[A-Za-z0-9._~-]+)?\]|[^:[\]@]+)(?::([0-9]*))?$/;

/**
 * Reads BASE_URL. The problem never repeats the text, which may hold a password. A path that ends in that of an endpoint, or
 * in /api/v1, is refused: the harness appends it. Two slashes at the end say that the service really is below such a path.
 */
export function parseBaseUrl(text: string): Parsed<BaseUrl> {
  if (text.trim() === '') return unusable('it is empty');
  if (/[^!#-;=?-[\]_a-z~%&'@]/.test(text))
    return unusable('it contains a space, a control character or another character not allowed in a URL');
  const parts = shape.exec(text);
  if (parts === null) return unusable('it does not begin with http:// or https://');
  const [, scheme = '', authority = '', path = '', rest] = parts;
  if (rest !== undefined)
    return unusable('it has a query (?…) or a fragment (#…), but paths are appended to the base URL');
  const at = authority.lastIndexOf('@');
  const host = hostShape.exec(authority.slice(at + 1));
  if (host === null)
    return unusable('its host is not valid; write an IPv6 address in brackets, as in http://[::1]:8080');
  const port = host[2];
  if (port !== undefined && !(Number(port) >= 1 && Number(port) <= 65535))
    return unusable('its port is not between 1 and 65535');
  const given = path.replace(/\/{2,}(?=[^/])/g, '/').replace(/\/$/, '');
  const repeated = appendedPaths.find((appended) => given.endsWith(appended));
  if (repeated !== undefined)
    return unusable(
      `it ends in ${repeated}, which the harness itself appends: remove it, or end the URL with // if the service really is below such a path`,
    );
  const cleanPath = path.replace(/\/{2,}/g, '/').replace(/\/+$/, '');
  return {
    ok: true,
    value: {
      url: `${scheme.toLowerCase()}://${authority.slice(at + 1)}${cleanPath}`,
      userinfo: at > 0 ? authority.slice(0, at) : null,
    },
  };
}

const appendedPaths = ['/api/v1', ...Object.values(endpoints).map(({ path }) => path)];

/** Whether a base URL names this machine, by a loopback address or as localhost. */
export function isLoopback(url: string): boolean {
  return /^https?:\/\/(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/i.test(url);
}

const urlShape = /^(https?):\/\/(\[[^\]]*\]|[^:/]+)(?::(\d+))?/i;

/** Where the connections of a base URL go; the host as the system's resolver reads it, so an IPv6 address without brackets. */
export function placeOf(baseUrl: string): { readonly host: string; readonly port: number } {
  const [, scheme = '', host = '', port] = urlShape.exec(baseUrl) ?? [];
  const usual = scheme.toLowerCase() === 'https' ? 443 : 80;
  return { host: host.replace(/^\[|\]$/g, '').replace('%25', '%'), port: Number(port) || usual };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy that k6 uses for a base URL by the rules of Go's HTTP client, without credentials; null: none. */
export function proxyFor(baseUrl: string, env: Environment): string | null {
  const [, scheme = '', host = '', port] = urlShape.exec(baseUrl.toLowerCase()) ?? [];
  const [upper, lower] = scheme === 'https' ? ['HTTPS_PROXY', 'https_proxy'] : ['HTTP_PROXY', 'http_proxy'];
  const named = scheme === '' ? '' : env[upper] || env[lower] || '';
  if (named === '' || isLoopback(baseUrl)) return null;
  const exempt = (env['NO_PROXY'] || env['no_proxy'] || '').toLowerCase().split(',');
  const at = { host: host.replace(/^\[|\]$/g, ''), port: port ?? (scheme === 'https' ? '443' : '80') };
  return exempt.some((entry) => exempts(entry.trim(), at)) ? null : partsOf(named).url;
}

function exempts(entry: string, { host, port }: { readonly host: string; readonly port: string }): boolean {
  if (entry === '*') return true;
  const [, range, bits] = /^(\d+(?:\.\d+){3})\/(\d+)$/.exec(entry) ?? [];
  if (range !== undefined) return isInRange(host, range, Number(bits));
  const [, name = '', ofPort] = /^(\[.*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (name === '' || (ofPort !== undefined && ofPort !== port)) return false;
  const domain = name.replace(/^\[|\]$/g, '').replace(/^\*(?=\.)/, '');
  return domain.startsWith('.') ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`);
}

function isInRange(host: string, range: string, bits: number): boolean {
  const number = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const networkOf = (address: string) => Math.floor(number(address) / 2 ** (32 - bits));
  return /^\d+(\.\d+){3}$/.test(host) && networkOf(host) === networkOf(range);
}

/** Userinfo reaches to the last @: people write / ? and # in passwords unescaped, which Go does not accept. */
function partsOf(named: string): { readonly url: string; readonly userinfo: string | null } {
  const [, scheme = 'http://', rest = ''] = /^([a-z0-9]+:\/\/)?(.*)$/is.exec(named) ?? [];
  const at = rest.lastIndexOf('@');
  const [authority = ''] = rest.slice(at + 1).split(/[/?#]/);
  return { url: `${scheme}${authority}`, userinfo: at > 0 ? rest.slice(0, at) : null };
}

const proxyNames = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];

/** The variables that no HTTP client can read because the user or password has an unescaped character. */
export function unescapedProxies(env: Environment): string[] {
  return proxyNames.filter((name) => /[/?#]/.test(partsOf(env[name] ?? '').userinfo ?? ''));
}

/** User and password of every proxy that an environment names. */
export function proxySecrets(env: Environment): string[] {
  return proxyNames.flatMap((name) => {
    const { userinfo } = partsOf(env[name] ?? '');
    return userinfo === null ? [] : [userinfo, ...userinfo.split(':').slice(1)];
  });
}
