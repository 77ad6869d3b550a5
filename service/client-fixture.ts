import { once } from 'node:events';
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { routes, type ServiceEndpoint } from './conformant-service.ts';
import { type RunningService, type ServiceOptions, startService } from './server.ts';

export interface TestRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly agent?: Agent | undefined;
}

export interface Reply {
  readonly status: number;
  /** Statuses below 200 that preceded the answer. */
  readonly early: readonly number[];
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly httpVersion: string;
  readonly body: Buffer;
}

/** Starts a service and stops it when `run` is done. */
export async function withService(
  options: ServiceOptions,
  run: (service: RunningService) => Promise<void>,
): Promise<void> {
  const service = await startService(options);
  await run(service).finally(() => service.stop());
}

/** Sends the request with only what HTTP requires besides. Rejects if the connection fails. */
export async function askService(
  service: RunningService,
  endpoint: ServiceEndpoint,
  question: TestRequest = {},
): Promise<Reply> {
  const { method, path, headers: own = {}, body, agent } = { ...routes[endpoint], ...question };
  const early: number[] = [];
  const sent = request(service.url, { method, headers: own, agent, path });
  sent.on('information', ({ statusCode }) => early.push(statusCode));
  // One that comes after the headers also ends the body, which rejects then.
  sent.on('error', () => {});
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers, rawHeaders, httpVersion } = response;
  return { status, early, headers, rawHeaders, httpVersion, body: Buffer.concat(await response.toArray()) };
}

export function bearer(token: string): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` };
}

export function encryptionOf(data: string): string {
  return JSON.stringify({ data, algorithm: 'AES-256-GCM' });
}

export function parsed({ body }: Reply): unknown {
  return JSON.parse(body.toString());
}
