import { createServer, type Socket } from 'node:net';
import { httpService } from './http-service.ts';

export interface EchoingService {
  readonly url: string;
  /** What followed `Bearer` in the requests so far. */
  readonly offered: ReadonlySet<string>;
  stop(): Promise<unknown>;
}

/** Breaks every clause it can, and repeats one header of the request wherever Node lets a service do so. */
export async function echoingInHttp(header = 'authorization'): Promise<EchoingService> {
  const offered = new Set<string>();
  const service = await httpService(({ headers, url = '' }, response) => {
    const said = String(headers[header] ?? 'nothing');
    note(said, offered);
    const echoes = {
      'x-echo': said,
      'www-authenticate': said,
      'set-cookie': `session=${encodeURIComponent(said)}`,
    };
    const json = (body: object) =>
      response.writeHead(200, { ...echoes, 'content-type': 'application/json' }).end(JSON.stringify(body));
    try {
      if (url.endsWith('/user'))
        json({ user: { id: said, status: said, last_sync: said }, [said]: formsOf(said) });
      else if (url.endsWith('/encrypt')) json({ echo: formsOf(said).join(' '), [said]: said });
      else
        response
          .writeHead(url.endsWith('/status') ? 500 : 302, { ...echoes, location: `/${said}` })
          .end(formsOf(said).join('\n'));
    } catch {
      // It cannot stand in a header.
      response.writeHead(500).end(`failed for ${said}`);
    }
  });
  return { ...service, offered };
}

function note(said: string, offered: Set<string>): void {
  if (said.startsWith('Bearer ')) offered.add(said.replace(/^(Bearer )+/, ''));
}

/** Repeats it where only a broken service does: in what an HTTP client complains of, word for word. */
export async function echoingOnTheWire(header = 'authorization'): Promise<EchoingService> {
  let requests = 0;
  const offered = new Set<string>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const [head = '', ...rest] = received.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (rest.length === 0 || rest.join('\r\n\r\n').length < length) return;
      received = '';
      const said = new RegExp(`^${header}: (.*)$`, 'im').exec(head)?.[1] ?? 'nothing';
      note(said, offered);
      // Every second answer can be read, so that a look that came too early does not leave a service without one.
      const answer = requests % 2 === 0 ? readable : malformed[((requests - 1) / 2) % malformed.length];
      requests += 1;
      socket.write((answer ?? readable)(said), 'latin1');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    offered,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

const sized = (status: string, body: string, headers = '') =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;

const readable = (said: string) =>
  sized('200 OK', JSON.stringify({ user: { id: said }, [said]: formsOf(said) }));

const malformed: readonly ((said: string) => string)[] = [
  (said) => sized(`200 ${said}`, formsOf(said).join('\n')),
  (said) => `HTTP/1.1 200 OK\r\n${said}\r\nContent-Length: 0\r\n\r\n`,
  (said) => sized('302 Found', '', `Location: http://[${said}\r\n`),
  (said) => sized('302 Found', '', `Location: ht%tp://${said}\r\n`),
  (said) => `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Trailer: ${said}\r\n\r\n`,
  (said) => `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n${said}\r\n\r\n`,
  (said) => `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${said}\r\n{}\r\n0\r\n\r\n`,
  (said) => `HTTP/1.1 ${said}\r\nContent-Length: 0\r\n\r\n`,
  (said) => `${said} 200 OK\r\n\r\n`,
  (said) => `HTTP/1.1 200 OK\r\nContent-Length: ${said}\r\n\r\n`,
  (said) => `HTTP/1.1 200 OK\r\nTransfer-Encoding: ${said}\r\n\r\n`,
  (said) => `${sized('200 OK', '{}')}HTTP/1.1 408 ${said}\r\n\r\n`,
];

/** The forms in which a service, or what stands before it, may repeat a text. */
export function formsOf(said: string): string[] {
  const bytes = [...Buffer.from(said)];
  const each = (form: (hex: string) => string) =>
    bytes.map((byte) => form(byte.toString(16).padStart(2, '0'))).join('');
  const base64 = Buffer.from(said).toString('base64');
  return [
    said,
    JSON.stringify(said),
    Buffer.from(said, 'utf16le').toString('base64'),
    JSON.stringify([...said].join('\0')),
    said.replace(/(.{4})/g, '$1-'),
    said.replace(/[^0-9A-Za-z]+/g, ''),
    JSON.stringify(bytes.map((value, index) => ({ index, value }))),
    [...said].map((char) => `<char>${char}</char>`).join(''),
    JSON.stringify([...said]),
    each((hex) => hex).replace(/(.{4})/g, '$1 '),
    base64.replace(/(.{8})/g, '$1 '),
    encodeURIComponent(said),
    encodeURIComponent(encodeURIComponent(said)),
    each((hex) => hex),
    each((hex) => hex.toUpperCase()),
    each((hex) => `%${hex}`),
    each((hex) => `\\x${hex}`),
    each((hex) => `\\u00${hex}`),
    each((hex) => `\\u00${hex.toUpperCase()}`),
    each((hex) => `&#x${hex};`),
    bytes.map((byte) => `&#${byte};`).join(''),
    bytes.join(','),
    JSON.stringify(bytes, null, 2),
    each((hex) => `${hex}:`),
    each((hex) => `0x${hex}, `),
    each((hex) => `%u00${hex}`),
    bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
    base32(bytes, rfc4648),
    base32(bytes, rfc4648Hex),
    base32(bytes, rfc4648Hex).toLowerCase(),
    bitsOf(bytes),
    bytes.map((byte) => String(byte).padStart(3, '0')).join(''),
    bytes.map((byte) => byte.toString(8).padStart(3, '0')).join(''),
    [...said].reverse().join(''),
    JSON.stringify(
      Object.fromEntries((said.match(/.{1,6}/g) ?? []).map((piece, at) => [`part${at}`, piece])),
    ),
    said.replaceAll('/', '&sol;').replaceAll('+', '&plus;').replaceAll('=', '&equals;'),
    base64,
    base64.replace(/(.{19})/g, '$1\r\n'),
    Buffer.from(base64).toString('base64'),
  ];
}

const bitsOf = (bytes: readonly number[]) => bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');

const rfc4648 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const rfc4648Hex = '0123456789ABCDEFGHIJKLMNOPQRSTUV';

function base32(bytes: readonly number[], alphabet: string): string {
  const digit = (five: string) => alphabet.charAt(Number.parseInt(five, 2));
  return (bitsOf(bytes).match(/.{5}/g) ?? []).map(digit).join('');
}
