import { namedProxyFor } from '../schemas/proxy.ts';

/**
 * `fetch` of an address that may hold a user and a password. It also goes by the proxy that the environment names for the address, of
 * which `fetch` knows nothing.
 */
export async function fetchByProxy(
  address: string,
  chosen: Pick<RequestInit, 'method' | 'signal'> & { readonly body?: string; readonly headers?: object },
  env: NodeJS.ProcessEnv,
): Promise<Pick<Response, 'ok' | 'status' | 'arrayBuffer'>> {
  const { url, authorization } = splitCredentials(address);
  const headers = { ...chosen.headers, ...(authorization && { Authorization: authorization }) };
  const options = { ...chosen, headers };
  const proxy = namedProxyFor(url.href, env);
  if (proxy === null) return fetch(url, options);
  // Not needed by most runs, and large.
  const { fetch: fetchThrough, ProxyAgent } = await import('undici');
  const { url: uri, authorization: token } = splitCredentials(proxy);
  // Proxies often tunnel to port 443 alone.
  const dispatcher = new ProxyAgent({ uri: uri.href, ...(token && { token }), proxyTunnel: false });
  return fetchThrough(url, { ...options, dispatcher });
}

/**
 * An address as `fetch` takes it: without its user and password, and these as the value of a header; null: it has none.
 * Throws URIError if a % in them does not begin an escape.
 */
export function splitCredentials(address: string) {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '' && password === '') return { url, authorization: null };
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** Without what may be secret: user, password and query. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`.replace(/\/$/, '');
}
