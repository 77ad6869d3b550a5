import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { endpointAt, routes } from '../../service/endpoints.ts';
import type { RequestCounts } from './results.ts';

const channel = 'http.server.request.start';

/** Counts every request that any HTTP server of this process gets, until it is asked. */
export function countRequests(): () => RequestCounts {
  const counts = { user: 0, encrypt: 0, sync: 0, backup: 0, other: 0 };
  const count = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage };
    counts[placeOf(request)] += 1;
  };
  subscribe(channel, count);
  return () => {
    unsubscribe(channel, count);
    return counts;
  };
}

function placeOf({ method, url = '' }: IncomingMessage): keyof RequestCounts {
  const endpoint = endpointAt(url.replace(/\?.*$/s, ''));
  return endpoint !== undefined && routes[endpoint].method === method ? endpoint : 'other';
}
