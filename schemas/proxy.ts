import { isLoopback } from './base-url.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const urlShape = /^(https?):\/\/(\[[^\]]*\]|[^:/]+)(?::(\d+))?/;

/** The proxy that k6 takes to a base URL, by the rules of Go's HTTP client, without its credentials; null: none. */
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
  const [one, other] = [bitsOf(host), bitsOf(range)];
  return one !== null && other !== null && one.slice(0, bits) === other.slice(0, bits);
}

/** Of an IPv4 address; null: it is none. */
function bitsOf(address: string): string | null {
  if (!/^\d+(\.\d+){3}$/.test(address)) return null;
  return address.split('.').reduce((bits, part) => bits + Number(part).toString(2).padStart(8, '0'), '');
}

/** Up to the last @, as people write it: a / ? or # in a password may stand there unescaped, which Go does not take. */
function partsOf(named: string): { readonly url: string; readonly userinfo: string | null } {
  const [, scheme = 'http://', rest = ''] = /^([a-z0-9]+:\/\/)?(.*)$/is.exec(named) ?? [];
  const at = rest.lastIndexOf('@');
  const [authority = ''] = rest.slice(at + 1).split(/[/?#]/);
  return { url: `${scheme}${authority}`, userinfo: at > 0 ? rest.slice(0, at) : null };
}

const proxyNames = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];

/** The variables that no HTTP client can read, for a character of the user or password that must be escaped. */
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
