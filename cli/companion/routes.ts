import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { afterServiceTime, serviceTimeHeader } from './control-endpoint.ts';
import { type EvidenceStore, evidenceStore, isEvidenceRecord } from './evidence-store.ts';
import type { HealthRecorder, Phase } from './generator-health.ts';

const mostBodyBytes = 64 * 1024;

type Answer = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

/** Everything that the companion answers below its base path. */
export function companionRoutes(base: string, health: HealthRecorder): RequestListener {
  const store = evidenceStore();
  const routes: Readonly<Record<string, Answer>> = {
    'GET /delay': delay,
    'GET /evidence': (response) => sendJson(response, 200, store.records),
    'POST /evidence': (response, request) => keepEvidence(response, request, store),
    'GET /generator': (response) => sendJson(response, 200, health.read()),
    'POST /phase/measure-start': (response) => mark(response, 'measure-start', health),
    'POST /phase/measure-end': (response) => mark(response, 'measure-end', health),
    'POST /watch': (response, request) => watch(response, request, health),
  };
  return async (request, response) => {
    const { method = '', url = '' } = request;
    const path = url.startsWith(base) ? url.slice(base.length) : '';
    const answer = routes[`${method} ${path}`];
    if (answer === undefined) sendJson(response, 404, { problem: 'there is nothing here' });
    else await Promise.resolve(answer(response, request)).catch(() => response.destroy());
  };
}

async function keepEvidence(
  response: ServerResponse,
  request: IncomingMessage,
  store: EvidenceStore,
): Promise<void> {
  const body = await readBody(request);
  if (body === null) return sendJson(response, 413, { problem: `more than ${mostBodyBytes} bytes` });
  const record = parseJson(body);
  if (!isEvidenceRecord(record))
    return sendJson(response, 400, { problem: 'no JSON object with check and cause' });
  const kept = store.keep(record);
  return sendJson(response, kept ? 201 : 200, { kept });
}

function mark(response: ServerResponse, phase: Phase, health: HealthRecorder): void {
  health.mark(phase);
  response.writeHead(204).end();
}

async function watch(
  response: ServerResponse,
  request: IncomingMessage,
  health: HealthRecorder,
): Promise<void> {
  const pid = Number(await readBody(request));
  if (!Number.isInteger(pid) || pid <= 0) return sendJson(response, 400, { problem: 'no process id' });
  health.watch(pid);
  response.writeHead(204).end();
}

function delay(response: ServerResponse): void {
  afterServiceTime(performance.now(), (serviceMs) => {
    response.writeHead(200, { [serviceTimeHeader]: serviceMs, 'Content-Length': 0 }).end();
  });
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
  response.writeHead(status, headers).end(body);
}

/** null: too large. It is read to its end all the same, so that the client gets to see the answer. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= mostBodyBytes) chunks.push(chunk);
  }
  return bytes > mostBodyBytes ? null : Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
