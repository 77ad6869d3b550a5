import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { watchMachine } from '../machine/machine.ts';

const mostPerCause = 5;
const mostRecords = 500;
const tellEveryMs = 1000;

/** The progress of a run, as the scenario reports it. */
export interface Progress {
  readonly phase: 'conformance' | 'before-load' | 'load' | 'after-load';
  /** Measured calls that virtual users have reported so far, and how many of them were under the limit. */
  readonly calls: number;
  readonly fast: number;
}

export interface CompanionRoutes {
  readonly answer: RequestListener;
  /** Reads the request of a control call, which carries what its virtual user counted since the last one. */
  count(request: string): void;
  /** Names the process of k6. */
  watch(pid: number): void;
}

/** Everything that the companion answers below its base path, except the fast path of the control endpoint. */
export function companionRoutes(base: string, tell: (progress: Progress) => void): CompanionRoutes {
  const records: unknown[] = [];
  const counts = new Map<string, number>();
  let generator: number | null = null;
  let watch = watchMachine(generator);
  let progress: Progress = { phase: 'conformance', calls: 0, fast: 0 };
  let toldAtMs = 0;

  function enter(phase: Progress['phase']): void {
    progress = { ...progress, phase };
    tell(progress);
  }

  function watchAnew(): void {
    watch.close();
    watch = watchMachine(generator);
  }

  /** What a virtual user posts about one violation. */
  function keep(body: string): void {
    const record = JSON.parse(body);
    const kind = JSON.stringify([record.check, record.cause]);
    const count = counts.get(kind) ?? 0;
    if (count >= mostPerCause || records.length >= mostRecords) return;
    counts.set(kind, count + 1);
    records.push(record);
  }

  const routes: Readonly<Record<string, (body: string) => unknown>> = {
    'GET /evidence': () => records,
    'POST /evidence': keep,
    'GET /machine': () => watch.read(),
    'POST /phase/before-load': () => enter('before-load'),
    'POST /phase/measure-start'() {
      watchAnew();
      enter('load');
    },
    'POST /phase/measure-end'() {
      watch.close();
      enter('after-load');
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const asked = `${method} ${url.startsWith(base) ? url.slice(base.length) : ''}`;
    const route = routes[asked];
    if (asked === 'GET /delay')
      afterServiceTime(performance.now(), (serviceMs) => {
        response.writeHead(200, { [serviceTimeHeader]: serviceMs, 'Content-Length': 0 }).end();
      });
    else if (route === undefined) response.writeHead(404).end();
    else send(response, route(await text(request)));
  }

  return {
    answer(request, response) {
      answer(request, response).catch(() => response.destroy());
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
    watch(pid) {
      generator = pid;
      watchAnew();
    },
  };
}

function send(response: ServerResponse, value: unknown): void {
  if (value === undefined) response.writeHead(204).end();
  else response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value));
}

/** Timers have whole milliseconds: this one fires after 18.1 to 20.2 ms on a quiet machine, and each answer tells its true time. */
const nominalMs = 19;

/** Header with the milliseconds from reading the request to writing the response. */
const serviceTimeHeader = 'X-Service-Ms';

/** Calls back about 20 ms after `readAtMs`, with the true time since then in milliseconds. */
function afterServiceTime(readAtMs: number, answer: (serviceMs: string) => void): void {
  setTimeout(() => answer((performance.now() - readAtMs).toFixed(3)), nominalMs);
}

/**
 * Answers requests for the control endpoint directly on the socket: node:http would add 0.2 ms to the median and 0.4 ms
 * to the 95th percentile of what is taken for k6's own error. Anything else goes to `handOver`, and so does all that follows.
 */
export function answerControl(
  socket: Socket,
  path: string,
  handOver: (chunk: Buffer) => void,
  count: (request: string) => void,
): void {
  const requestLine = `GET ${path} HTTP/1.1\r\n`;
  socket.on('data', read);

  function read(chunk: Buffer): void {
    const readAtMs = performance.now();
    if (isWholeRequest(chunk, requestLine)) {
      afterServiceTime(readAtMs, (serviceMs) => socket.write(answerWith(serviceMs)));
      count(chunk.toString('latin1'));
    } else {
      socket.off('data', read);
      handOver(chunk);
    }
  }
}

function answerWith(serviceMs: string): string {
  return `HTTP/1.1 200 OK\r\n${serviceTimeHeader}: ${serviceMs}\r\nContent-Length: 0\r\n\r\n`;
}

function isWholeRequest(chunk: Buffer, requestLine: string): boolean {
  return (
    chunk.toString('latin1', 0, requestLine.length) === requestLine &&
    chunk.indexOf('\r\n\r\n') === chunk.length - 4
  );
}
