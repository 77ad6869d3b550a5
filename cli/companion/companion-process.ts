import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { KeptEvidence } from '../../dist/facts-types.ts';
import type { SlicesInTime } from '../../schemas/machine.ts';
import { connectTo } from '../addresses.ts';
import { watchMachine } from '../machine/read-machine.ts';
import { signalGroup } from '../process-group.ts';

/** The phase of a run, as the scenario reports it. */
export type Phase = 'conformance' | 'before-load' | 'load' | 'after-load';

/** Process ids of k6 and of the embedded service; null: there is no such process. */
export type Watched = Readonly<Record<'generator' | 'service', number | null>>;

/** The report shows no more cases of a check. */
const mostPerCheck = 5;

/** A path that nobody else can guess. */
const base = `/${randomBytes(16).toString('hex')}`;

const records: KeptEvidence[] = [];
let watched: Watched = { generator: null, service: null };
let machineWatch = watchMachine(null);
const sliceCounts: Record<string, number> = {};

const routes: Readonly<Record<string, (body: string) => unknown>> = {
  'POST /evidence'(body) {
    const record: KeptEvidence = JSON.parse(body);
    if (records.filter(({ check }) => check === record.check).length < mostPerCheck) records.push(record);
  },
  /** Times a TCP handshake with the service on a connection of its own; null: it could not be opened. */
  'POST /handshake'(body) {
    const { host, port } = JSON.parse(body);
    return connectTo(host, port).catch(() => null);
  },
  /** Adds the sums, by name, that a virtual user posts at its end. */
  'POST /slice-counts'(body) {
    for (const [key, count] of Object.entries<number>(JSON.parse(body)))
      sliceCounts[key] = (sliceCounts[key] ?? 0) + count;
  },
  'POST /phase/before-load': () => enter('before-load'),
  'POST /phase/measure-start'(body) {
    watchAnew(JSON.parse(body));
    enter('load');
  },
  /** Returns all that was recorded in the run. */
  'POST /phase/measure-end'() {
    enter('after-load');
    return { ...machineWatch.close(), sliceCounts, evidence: records };
  },
};

function enter(phase: Phase): void {
  process.send?.(phase);
}

function watchAnew(slices: SlicesInTime | null = null): void {
  machineWatch.close();
  const { generator, service } = watched;
  machineWatch = watchMachine(generator, service === null ? [process.ppid] : [process.ppid, service], slices);
}

/** Everything except the fast path of the control endpoint. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '' } = request;
  const asked = `${method} ${url.startsWith(base) ? url.slice(base.length) : ''}`;
  const route = routes[asked];
  if (asked === 'GET /delay')
    afterServiceTime(performance.now(), (serviceMs) => {
      response.writeHead(200, { [serviceTimeHeader]: serviceMs, 'Content-Length': 0 }).end();
    });
  else if (route === undefined) response.writeHead(404).end();
  else {
    const value = await route(await text(request));
    if (value === undefined) response.writeHead(204).end();
    else response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value));
  }
}

/** Timers have whole milliseconds. This one fires after 18.1 to 20.2 ms on a quiet machine, and each answer reports its true time. */
const nominalMs = 19;

/** Header with the milliseconds from reading the request to writing the response. */
const serviceTimeHeader = 'X-Service-Ms';

/** Calls back about 20 ms after `readAtMs` with the true time since then, in milliseconds. */
function afterServiceTime(readAtMs: number, respond: (serviceMs: string) => void): void {
  setTimeout(() => respond((performance.now() - readAtMs).toFixed(3)), nominalMs);
}

const controlLine = `GET ${base}/delay HTTP/1.1\r\n`;

/**
 * Answers requests for the control endpoint directly on the socket: node:http would add 0.2 ms to the median and 0.4 ms to the
 * 95th percentile of k6's measured error. The first other request, and everything after it, goes to node:http.
 */
function answerControl(socket: Socket): void {
  socket.on('data', read);

  function read(chunk: Buffer): void {
    const readAtMs = performance.now();
    const isControl = chunk.toString('latin1', 0, controlLine.length) === controlLine;
    if (isControl && chunk.indexOf('\r\n\r\n') === chunk.length - 4) {
      afterServiceTime(readAtMs, (serviceMs) =>
        socket.write(`HTTP/1.1 200 OK\r\n${serviceTimeHeader}: ${serviceMs}\r\nContent-Length: 0\r\n\r\n`),
      );
    } else {
      socket.off('data', read);
      socket.pause();
      socket.unshift(chunk);
      http.emit('connection', socket);
      socket.resume();
    }
  }
}

const http = createHttpServer({ keepAliveTimeout: 0 }, (request, response) => {
  answer(request, response).catch(() => response.destroy());
});
const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => socket.destroy());
  answerControl(socket);
});

/** The command line has ended for whatever reason, so nobody else would stop the load. */
process.once('disconnect', () => {
  if (watched.generator !== null) signalGroup(watched.generator, 'SIGKILL');
  process.exit();
});
process.on('message', (told) => {
  watched = told as Watched;
  watchAnew();
});

await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = server.address() as AddressInfo;
process.send?.(`http://127.0.0.1:${port}${base}`);
