import type { IncomingHttpHeaders } from 'node:http';
import { bearerOf } from './bearer-token.ts';
import { openOperations } from './operations.ts';
import { Refusal, tokenRefusal } from './refusal.ts';
import { mostBodyBytes } from './request-body.ts';
import { jsonAnswer, refusalAnswer, type ServiceAnswer } from './service-answer.ts';
import { endpointAt, routes, type ServiceEndpoint } from './service-endpoints.ts';

/** A request, read to its end. */
export interface ServiceRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The service that conforms to the document, apart from the wire. */
export function conformantService(token: string): (request: ServiceRequest) => ServiceAnswer {
  const isAuthorised = bearerOf(token);
  const answers = answersOf(openOperations());

  function answer({ method, url, headers, body }: ServiceRequest): ServiceAnswer {
    const endpoint = endpointAt(url);
    if (endpoint === undefined) throw new Refusal(404, 'not-found', 'There is nothing at this path.');
    const route = routes[endpoint];
    const allowed = route.method === 'GET' ? ['GET', 'HEAD'] : ['POST'];
    if (!allowed.includes(method)) {
      const allow = allowed.join(', ');
      throw new Refusal(405, 'method-not-allowed', `Use ${route.method}.`, { allow });
    }
    if (route.needsToken && !isAuthorised(headers.authorization)) throw tokenRefusal();
    return answers[endpoint](method === 'POST' ? jsonIn(body) : undefined);
  }

  return (request) => {
    try {
      return answer(request);
    } catch (error) {
      if (error instanceof Refusal) return refusalAnswer(error);
      return refusalAnswer(new Refusal(500, 'internal', 'The service failed. Try again later.'));
    }
  };
}

function answersOf(
  operations: ReturnType<typeof openOperations>,
): Readonly<Record<ServiceEndpoint, (body: unknown) => ServiceAnswer>> {
  return {
    user: () => jsonAnswer(200, { user: operations.user() }),
    encrypt: (body) => jsonAnswer(200, operations.encrypt(encryptionRequest(body).data)),
    sync: () => jsonAnswer(200, operations.syncStatus()),
    backup: () => jsonAnswer(201, { backup: operations.createBackup() }),
  };
}

/** The document speaks of JSON bodies and of no Content-Type, so none is asked for. */
function jsonIn(body: Buffer): unknown {
  if (body.length > mostBodyBytes) {
    throw new Refusal(413, 'body-too-large', `Send no more than ${mostBodyBytes} bytes.`);
  }
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new Refusal(400, 'not-json', 'The request body is not JSON.');
  }
}

function encryptionRequest(body: unknown): { readonly data: string } {
  const { data, algorithm } = isObject(body) ? body : {};
  if (typeof data !== 'string' || typeof algorithm !== 'string') {
    throw new Refusal(400, 'bad-request', 'Send a JSON object with the strings data and algorithm.');
  }
  if (algorithm !== 'AES-256-GCM') {
    throw new Refusal(422, 'unknown-algorithm', 'The only algorithm offered is AES-256-GCM.');
  }
  return { data };
}

function isObject(value: unknown): value is { readonly data?: unknown; readonly algorithm?: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
