/** The four endpoints of the document (§4). */
export const endpoints = {
  user: { method: 'GET', path: '/api/v1/user' },
  encrypt: { method: 'POST', path: '/api/v1/encrypt' },
  sync: { method: 'GET', path: '/api/v1/sync/status' },
  backup: { method: 'POST', path: '/api/v1/backup/create' },
} as const;

export type Endpoint = keyof typeof endpoints;

export const endpointNames = Object.keys(endpoints) as Endpoint[];

/** Those that can be called again and again; backups have side effects. */
export const repeatableEndpoints = endpointNames.filter((name) => name !== 'backup');

/** "GET /api/v1/user", the name an endpoint has in every report. */
export function endpointTitle(endpoint: Endpoint): string {
  const { method, path } = endpoints[endpoint];
  return `${method} ${path}`;
}
