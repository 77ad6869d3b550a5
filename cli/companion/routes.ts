import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { watchMachine } from '../machine/watch.ts';
import { afterServiceTime, serviceTimeHeader } from './control-endpoint.ts';

const mostBodyBytes = 64 * 1024;
const mostPerCause = 5;
const mostRecords = 500;
const tellEveryMs = 1000;

/** How a run gets on, as the scenario tells it. */
export interface Progress {
  readonly phase: 'conformance' | 'before-load' | 'load' | 'after-load';
  /** Of the measured calls, those that virtual users have told of so far, and how many of them were under the limit. */
  readonly calls: number;
  readonly fast: number;
}

export interface CompanionRoutes {
  readonly answer: RequestListener;
  /** Reads the request of a control call, which carries what its virtual user counted since the one before. */
  count(request: string): void;
  close(): void;
}

/** Everything that the companion answers below its base path, but for well-behaved calls of the control endpoint. */
export function companionRoutes(base: string, tell: (progress: Progress) => void): CompanionRoutes {
  const records: unknown[] = [];
  const counts = new Map<string, number>();
  let pid: number | null = null;
  let watch = watchMachine(pid);
  let progress: Progress = { phase: 'conformance', calls: 0, fast: 0 };
  let toldAtMs = 0;

  function enter(phase: Progress['phase']): void {
    progress = { ...progress, phase };
    tell(progress);
  }

  function watchAnew(): void {
    watch.close();
    watch = watchMachine(pid);
  }
  const routes: Readonly<Record<string, (response: ServerResponse, body: string) => void>> = {
    'GET /delay': (response) =>
      afterServiceTime(performance.now(), (serviceMs) => {
        response.writeHead(200, { [serviceTimeHeader]: serviceMs, 'Content-Length': 0 }).end();
      }),
    'GET /evidence': (response) => sendJson(response, 200, records),
    'POST /evidence'(response, body) {
      const record = recordIn(body);
      if (record === null) return sendJson(response, 400, { problem: 'no JSON object with check and cause' });
      const kind = JSON.stringify([record.check, record.cause]);
      const count = counts.get(kind) ?? 0;
      const kept = count < mostPerCause && records.length < mostRecords;
      if (kept) {
        counts.set(kind, count + 1);
        records.push(record);
      }
      sendJson(response, kept ? 201 : 200, { kept });
    },
    'GET /machine': (response) => sendJson(response, 200, watch.read()),
    'POST /phase/before-load'(response) {
      enter('before-load');
      response.writeHead(204).end();
    },
    'POST /phase/measure-start'(response) {
      watchAnew();
      enter('load');
      response.writeHead(204).end();
    },
    'POST /phase/measure-end'(response) {
      watch.close();
      enter('after-load');
      response.writeHead(204).end();
    },
    'POST /watch'(response, body) {
      const named = Number(body);
      if (!Number.isInteger(named) || named <= 0)
        return sendJson(response, 400, { problem: 'no process id' });
      pid = named;
      watchAnew();
      response.writeHead(204).end();
    },
  };
  return {
    async answer(request, response) {
      const { method = '', url = '' } = request;
      const route = routes[`${method} ${url.startsWith(base) ? url.slice(base.length) : ''}`];
      if (route === undefined) return sendJson(response, 404, { problem: 'there is nothing here' });
      const body = await readBody(request).catch(() => undefined);
      if (body === undefined) response.destroy();
      else if (body === null) sendJson(response, 413, { problem: `more than ${mostBodyBytes} bytes` });
      else route(response, body);
    },
    count(request) {
      const [, calls, fast] = /\r\nX-Calls: (\d+) (\d+)\r\n/i.exec(request) ?? [];
      progress = {
        ...progress,
        calls: progress.calls + Number(calls ?? 0),
        fast: progress.fast + Number(fast ?? 0),
      };
      const nowMs = performance.now();
      if (nowMs - toldAtMs < tellEveryMs) return;
      toldAtMs = nowMs;
      tell(progress);
    },
    close: () => watch.close(),
  };
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

/** What a virtual user posts about one violation; the rest of the record is kept as it came. */
function recordIn(body: string): { readonly check: string; readonly cause: string } | null {
  try {
    const value = JSON.parse(body);
    return typeof value?.check === 'string' && typeof value.cause === 'string' ? value : null;
  } catch {
    return null;
  }
}
