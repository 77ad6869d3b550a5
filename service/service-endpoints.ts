export type ServiceEndpoint = 'user' | 'encrypt' | 'sync' | 'backup';

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The document says so of encrypt alone; backup is this service's own choice, because it writes. */
  readonly needsToken: boolean;
}

export const routes: Readonly<Record<ServiceEndpoint, Route>> = {
  user: { method: 'GET', path: '/api/v1/user', needsToken: false },
  encrypt: { method: 'POST', path: '/api/v1/encrypt', needsToken: true },
  sync: { method: 'GET', path: '/api/v1/sync/status', needsToken: false },
  backup: { method: 'POST', path: '/api/v1/backup/create', needsToken: true },
};

export const serviceEndpoints = Object.keys(routes) as readonly ServiceEndpoint[];

/** A request names a path or a whole URL (RFC 9112 §3.2); its query changes nothing. */
export function endpointAt(target: string): ServiceEndpoint | undefined {
  const path = target.replace(/^https?:\/\/[^/?]*|\?.*$/gis, '');
  return serviceEndpoints.find((endpoint) => routes[endpoint].path === path);
}
