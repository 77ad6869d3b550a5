import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { bearerOf } from './bearer-token.ts';
import { keepAliveMs } from './listener.ts';
import { openOperations } from './operations.ts';
import { errorBody, Refusal, refuseBrokenRequest, tokenRefusal } from './refusal.ts';
import { endpointAt, routes } from './service-endpoints.ts';

const mostBodyBytes = 8 * 1024 * 1024;

/** The conformant service. It listens nowhere yet. */
export function buildApp(token: string): FastifyInstance {
  const app = fastify({
    bodyLimit: mostBodyBytes,
    clientErrorHandler: refuseBrokenRequest,
    frameworkErrors: answerError,
    forceCloseConnections: 'idle',
    keepAliveTimeout: keepAliveMs,
    requestTimeout: 30_000,
    return503OnClosing: false,
  });
  readEveryBodyAsJson(app);
  endConnectionsWhenStopping(app);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerUnknownRoute);
  app.addHook('onRequest', tokenGuard(token));
  addRoutes(app, openOperations());
  return app;
}

function addRoutes(app: FastifyInstance, operations: ReturnType<typeof openOperations>): void {
  app.get(routes.user.path, () => ({ user: operations.user() }));
  app.post(routes.encrypt.path, ({ body }) => operations.encrypt(encryptionRequest(body).data));
  app.get(routes.sync.path, () => operations.syncStatus());
  app.post(routes.backup.path, (_request, reply) => {
    reply.status(201);
    return { backup: operations.createBackup() };
  });
}

/** The document speaks of JSON bodies and of no Content-Type, so none is asked for. */
function readEveryBodyAsJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    jsonBody(text),
  );
}

/** A client that keeps its connection would otherwise hold up the stop. */
function endConnectionsWhenStopping(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
}

/** Refuses before the body is read. */
function tokenGuard(token: string): (request: FastifyRequest) => Promise<void> {
  const isAuthorised = bearerOf(token);
  const guarded = new Set(
    Object.values(routes).flatMap(({ path, needsToken }) => (needsToken ? [path] : [])),
  );
  return async ({ routeOptions, headers }) => {
    if (guarded.has(routeOptions.url ?? '') && !isAuthorised(headers.authorization)) throw tokenRefusal();
  };
}

function answerError(error: FastifyError | Refusal, _request: FastifyRequest, reply: FastifyReply): void {
  const refusal = error instanceof Refusal ? error : refusalOf(error);
  send(reply, refusal);
}

function refusalOf(error: FastifyError): Refusal {
  const status = error.statusCode ?? 500;
  if (status >= 500) return new Refusal(500, 'internal', 'The service failed. Try again later.');
  return new Refusal(status, status === 413 ? 'body-too-large' : 'bad-request', error.message);
}

function answerUnknownRoute(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.replace(/\?.*$/s, '');
  const endpoint = endpointAt(path);
  const refusal =
    endpoint === undefined
      ? new Refusal(404, 'not-found', 'There is nothing at this path.')
      : new Refusal(405, 'method-not-allowed', `Use ${routes[endpoint].method}.`, {
          allow: routes[endpoint].method === 'GET' ? 'GET, HEAD' : 'POST',
        });
  send(reply, refusal);
}

function send(reply: FastifyReply, refusal: Refusal): void {
  reply.status(refusal.status).headers(refusal.headers).send(errorBody(refusal));
}

function jsonBody(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
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
