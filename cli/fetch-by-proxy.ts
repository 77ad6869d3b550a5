import type { Dispatcher } from 'undici';
import { namedProxyFor, namesProxy } from '../schemas/proxy.ts';
import { splitCredentials } from './url-credentials.ts';

/** `fetch`, which by itself knows of no proxy, by way of those that the environment names: at each redirect as Go decides, and so k6. */
export async function fetchByProxy(
  url: URL,
  options: Pick<RequestInit, 'method' | 'headers' | 'signal'> & { readonly body?: string },
  env: NodeJS.ProcessEnv,
): Promise<Pick<Response, 'ok' | 'status' | 'arrayBuffer'>> {
  if (!namesProxy(env)) return fetch(url, options);
  // Not needed by most runs, and large.
  const { Agent, fetch: fetchThrough, ProxyAgent } = await import('undici');
  const agents = new Map<string, Dispatcher>();
  const agentOf = (proxy: string) => {
    const { url: uri, authorization } = splitCredentials(proxy);
    return new ProxyAgent({
      uri: uri.href,
      ...(authorization.Authorization && { token: authorization.Authorization }),
      // Proxies often tunnel to port 443 alone.
      proxyTunnel: false,
    });
  };
  const dispatcher = new Agent().compose((direct) => (request, handler) => {
    const proxy = namedProxyFor(String(request.origin), env);
    if (proxy === null) return direct(request, handler);
    const agent = agents.get(proxy) ?? agentOf(proxy);
    agents.set(proxy, agent);
    return agent.dispatch(request, handler);
  });
  return fetchThrough(url, { ...options, dispatcher });
}
