/** An answer as a value. The delivery adds length and connection headers. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export function isSuccess({ status }: ServiceAnswer): boolean {
  return status >= 200 && status < 300;
}

export function jsonAnswer(status: number, value: unknown): ServiceAnswer {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers, body: JSON.stringify(value) };
}

/** An answer whose message the client may read. */
export function refusal(
  status: number,
  code: string,
  message: string,
  headers: ServiceAnswer['headers'] = {},
): ServiceAnswer {
  const answer = jsonAnswer(status, { error: { code, message } });
  return { ...answer, headers: { ...headers, ...answer.headers } };
}

export function tokenRefusal(): ServiceAnswer {
  return refusal(401, 'unauthorised', 'Send the header Authorization: Bearer <ACCESS_TOKEN>.', {
    'www-authenticate': 'Bearer realm="api"',
  });
}

export type ServiceEndpoint = 'user' | 'encrypt' | 'sync' | 'backup';

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The document requires a token only for encrypt. For backup it is this service's own choice, because backup writes. */
  readonly needsToken: boolean;
}

export const routes: Readonly<Record<ServiceEndpoint, Route>> = {
  user: { method: 'GET', path: '/api/v1/user', needsToken: false },
  encrypt: { method: 'POST', path: '/api/v1/encrypt', needsToken: true },
  sync: { method: 'GET', path: '/api/v1/sync/status', needsToken: false },
  backup: { method: 'POST', path: '/api/v1/backup/create', needsToken: true },
};

export const serviceEndpoints = Object.keys(routes) as readonly ServiceEndpoint[];

/** A request names a path or a whole URL (RFC 9112 §3.2). Its query changes nothing. */
export function endpointAt(target: string): ServiceEndpoint | undefined {
  const path = target.replace(/^https?:\/\/[^/?]*|\?.*$/gis, '');
  return serviceEndpoints.find((endpoint) => routes[endpoint].path === path);
}
