import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { type Answering, type CallSeen, type Ending, endlessService } from '../../tests/endless-service.ts';
import { token } from '../../tests/leaks.ts';
import { type Due, fails, open, passes, passesInTime, type Row, unproved, unreached } from './row.ts';

type AnswerRow = readonly [
  name: string,
  answers: Ending | Answering,
  due: Due,
  when?: (call: CallSeen) => boolean,
];

type DueAnswer = Parameters<Answering>[2];

const bytes =
  (made: (due: DueAnswer) => string | Buffer): Answering =>
  (socket, _, due) =>
    void socket.end(made(due));

const head = ({ status }: DueAnswer, ...further: readonly string[]) =>
  [`HTTP/1.1 ${status} Status`, 'Content-Type: application/json', ...further, '', ''].join('\r\n');

/** The answer that is due, with these headers in place of its length. */
const headed = (...headers: readonly string[]) => bytes((due) => `${head(due, ...headers)}${due.text}`);

/** The answer that is due, with a correct length and these headers. */
const whole = (headers: readonly string[], bodyOf = ({ text }: DueAnswer): string | Buffer => text) =>
  bytes((due) => {
    const body = Buffer.from(bodyOf(due));
    const length = `Content-Length: ${body.length}`;
    return Buffer.concat([Buffer.from(head(due, length, 'Connection: close', ...headers)), body]);
  });

/** This body in place of one that is due to the token. */
const body = (made: string | Buffer) => whole([], ({ status, text }) => (status === 200 ? made : text));

const chunked = (chunks: (text: string) => string) =>
  bytes((due) => `${head(due, 'Transfer-Encoding: chunked')}${chunks(due.text)}`);

const chunkOf = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/** Begins, and then resets or closes the connection. */
const begun =
  (made: (due: DueAnswer) => string, endsBy: 'reset' | 'close' | 'half close'): Answering =>
  (socket, _, due) => {
    socket.write(made(due), () => {
      if (endsBy === 'reset') socket.resetAndDestroy();
      else if (endsBy === 'close') socket.destroy();
      else socket.end();
    });
  };

const cutHead = () => 'HTTP/1.1 200 OK\r\nContent-Ty';
const cutBody = (due: DueAnswer) =>
  `${head(due, `Content-Length: ${due.text.length}`)}${due.text.slice(0, 9)}`;

const interim = (count: number) => 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(count);
const redirected = (status: number, location: string) =>
  bytes(() => `HTTP/1.1 ${status} Moved\r\n${location}Content-Length: 0\r\nConnection: close\r\n\r\n`);

const later = ({ number }: CallSeen) => number > 60;
const notUser = ({ endpoint }: CallSeen) => endpoint !== 'user';
const bodies = ['user', 'encrypt', 'sync', 'backup'];
const notUtf8 = fails(...bodies.map((one) => `${one}-body-utf8`));
const notJson = fails(...bodies.map((one) => `${one}-body-json`));
const noUser = fails('user-body-object', 'user-envelope-key');
/** Ended for its memory, unless the machine reads it in time. */
const tooMuch: Due = { ...fails('user-envelope-key'), status: [1, 4] };
const unpackedBytes = 256 * 2 ** 20;
const deep = 100_000;
const page = '<!doctype html><script>alert(document.cookie)</script><h1>Sign in</h1>';

const cut: readonly AnswerRow[] = [
  ['resets before the head', (socket) => void socket.resetAndDestroy(), unreached],
  ['resets in the middle of the head', begun(cutHead, 'reset'), unreached],
  ['resets in the middle of the body', begun(cutBody, 'reset'), unreached],
  ['resets before the head, after 60 calls', (socket) => void socket.resetAndDestroy(), open, later],
  ['resets in the middle of the head, after 60 calls', begun(cutHead, 'reset'), open, later],
  ['resets in the middle of the body, after 60 calls', begun(cutBody, 'reset'), open, later],
  ['closes in the middle of the head', begun(cutHead, 'close'), unreached],
  ['closes in the middle of the body', begun(cutBody, 'close'), unreached],
  ['closes its half in the middle of the body, after 60 calls', begun(cutBody, 'half close'), open, later],
  ['no answer', 'no answer', unreached],
  ['no answer, after 60 calls', 'no answer', open, later],
  ['a byte of the head each second', 'a byte of the head each second', unreached],
  ['a byte of the body each second', 'a byte of the body each second', unreached],
  ['each answer after 3 s', 'the answer after 3 s', unproved],
];

const large: readonly AnswerRow[] = [
  ['a body without an end', 'a body without an end', unreached],
  ['a body without an end, after 60 calls', 'a body without an end', unreached, later],
  ['a head without an end', 'a head without an end', unproved],
  ['interim answers without an end', 'interim answers without an end', unproved],
  ['a small body that unpacks without an end', 'a small body that unpacks without an end', unreached],
  ['gzip that unpacks to 256 MB', packed('gzip', gzipSync), unproved, notUser],
  ['deflate that unpacks to 256 MB', packed('deflate', deflateSync), unproved, notUser],
  ['brotli that unpacks to 256 MB', packed('br', brotliCompressSync), unproved, notUser],
  ['a body of 64 MB of spaces', 'a large body', { ...notJson, status: [1, 3, 4] }, notUser],
  ['a list of 160,000 objects', 'a list of 160,000 objects', unproved, notUser],
  ['9,000 headers of 1 kB, and an empty object', 'thousands of headers', tooMuch],
  ['10,000 small headers', whole(Array.from({ length: 10_000 }, (_, n) => `x-${n}: ${n}`)), passesInTime],
  ['a header of 2 MB', whole([`x-long: ${'v'.repeat(2e6)}`]), passesInTime],
];

const malformed: readonly AnswerRow[] = [
  ['a length that is too small', headed('Content-Length: 7', 'Connection: close'), notJson],
  ['a length that is too large', headed('Content-Length: 700', 'Connection: close'), unreached],
  ['a negative length', headed('Content-Length: -7'), unreached],
  ['a length that is no number', headed('Content-Length: seven'), unreached],
  ['two lengths that differ', headed('Content-Length: 7', 'Content-Length: 8'), unreached],
  ['a length beyond 64 bits', headed('Content-Length: 99999999999999999999'), unreached],
  ['a size of a chunk that is no number', chunked((text) => `zz\r\n${text}\r\n0\r\n\r\n`), unreached],
  ['a size of a chunk beyond 64 bits', chunked((text) => `${'f'.repeat(20)}\r\n${text}`), unreached],
  ['a chunk longer than its size', chunked((text) => `2\r\n${text}\r\n0\r\n\r\n`), unreached],
  ['chunks without the last one', chunked(chunkOf), unreached],
  ['an unknown transfer coding', headed('Transfer-Encoding: rot13'), unreached],
  ['a header without a colon', whole(['no colon here']), unreached],
  ['a NUL in a header', whole(['x-nul: a\0b']), unreached],
  ['a status that is no number', bytes(({ text }) => `HTTP/1.1 fine OK\r\n\r\n${text}`), unreached],
  ['status 999', bytes(({ text }) => `HTTP/1.1 999 Odd\r\nConnection: close\r\n\r\n${text}`), unproved],
  ['HTTP/9.9', bytes(({ status, text }) => `HTTP/9.9 ${status} Status\r\n\r\n${text}`), passesInTime],
  ['a body without a head', bytes(({ text }) => text), unreached],
  ['the greeting of an SSH server', bytes(() => 'SSH-2.0-OpenSSH_9.6\r\n'), unreached],
  [
    '101 Switching Protocols',
    bytes(() => 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    unproved,
  ],
  [
    '1,000 interim answers before each answer',
    (socket, answer) => void socket.write(interim(1000), answer),
    passesInTime,
  ],
  ['4 interim answers before each answer', (socket, answer) => void socket.write(interim(4), answer), passes],
  [
    '100 Continue and nothing more',
    (socket) => void socket.write('HTTP/1.1 100 Continue\r\n\r\n'),
    unreached,
  ],
  ['gzip that is none', whole(['Content-Encoding: gzip']), unproved],
  [
    'gzip that ends too early',
    whole(['Content-Encoding: gzip'], ({ text }) => gzipSync(text).subarray(0, -9)),
    unproved,
  ],
];

const odd: readonly AnswerRow[] = [
  ['invalid UTF-8', body(Buffer.from('{"name":"\xff\xfe"}', 'latin1')), notUtf8],
  ['UTF-16', body(Buffer.from('{"name":"x"}', 'utf16le')), notJson],
  ['NUL bytes', body('\0'.repeat(1000)), notJson],
  ['an empty body', body(''), notJson],
  ['100,000 brackets', body('['.repeat(deep) + ']'.repeat(deep)), noUser],
  ['100,000 brackets, not of user', body('['.repeat(deep) + ']'.repeat(deep)), passesInTime, notUser],
  ['100,000 brackets that do not close', body('['.repeat(deep)), notJson],
  ['a number of a million digits', body(`{"n":${'9'.repeat(1e6)}}`), noUser],
  ['100,000 keys of one name', body(`{${Array(1e5).fill('"a":1').join()}}`), noUser],
  [
    '__proto__ and constructor as keys',
    body('{"__proto__":{"user":{}},"constructor":{"prototype":1}}'),
    noUser,
  ],
  ['a page of HTML', body(page), notJson],
  ['markup in the id', idOf(page), passes],
  [
    'escape sequences and commands of a CI system in the id',
    idOf('\x1b[2J\n::error::gone\n##[group]x'),
    passes,
  ],
  ['markup in every header', whole([`x-html: ${page}`, `etag: "${page}"`]), passes],
];

const moved: readonly AnswerRow[] = [
  ...[301, 302, 303, 307, 308].map(
    (status): AnswerRow => [`${status} to itself`, redirected(status, 'Location: \r\n'), unproved],
  ),
  ['302 without a location', redirected(302, ''), unproved],
  ['307 to a file of this machine', redirected(307, 'Location: file:///etc/passwd\r\n'), unproved],
  ['307 to what is no URL', redirected(307, 'Location: http://[bad\r\n'), unproved],
  ['307 to an address of a cloud', redirected(307, 'Location: http://169.254.169.254/latest\r\n'), unproved],
];

const kept: readonly AnswerRow[] = [
  ['1,000 cookies', whole(Array.from({ length: 1000 }, (_, n) => `Set-Cookie: c${n}=${n}; Path=/`)), passes],
  ['a cookie of 500 kB', whole([`Set-Cookie: c=${'v'.repeat(500_000)}; Path=/`]), passesInTime],
  ['a cookie of another domain', whole(['Set-Cookie: c=1; Domain=example.org']), passes],
];

const repeated: readonly AnswerRow[] = [
  ['the token in the id', idOf(token), passes],
  [
    'the token in the reason',
    bytes(
      ({ status, text }) => `HTTP/1.1 ${status} ${token}\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    ),
    passes,
  ],
  ['the token in place of a status', bytes(() => `HTTP/1.1 ${token}\r\n\r\n`), unreached],
  ['the token in a header that is malformed', bytes(() => `HTTP/1.1 200 OK\r\n${token}\r\n\r\n`), unreached],
  ['the token in the size of a chunk', chunked(() => `${token}\r\n`), unreached],
  ['the token in a location', redirected(307, `Location: http://[${token}\r\n`), unproved],
  ['the token in a cookie', whole([`Set-Cookie: c=${encodeURIComponent(token)}; Path=/`]), passes],
  [
    'the token in gzip',
    whole(['Content-Encoding: gzip'], ({ text }) => gzipSync(text.replace(/^\{/, `{"t":"${token}",`))),
    fails('user-envelope-only-key'),
  ],
];

export const answerRows: readonly Row[] = [
  ...cut,
  ...large,
  ...malformed,
  ...odd,
  ...moved,
  ...kept,
  ...repeated,
].map(([name, answers, due, when = () => true]) => ({
  name,
  due,
  async begin() {
    const { url, stop } = await endlessService(token, (call) => (when(call) ? answers : null));
    return { env: { BASE_URL: url }, end: stop };
  },
}));

function packed(coding: string, pack: (body: Buffer) => Buffer): Answering {
  let small: Buffer | undefined;
  return (socket, _, due) => {
    small ??= pack(Buffer.alloc(unpackedBytes, ' '));
    socket.end(
      Buffer.concat([
        Buffer.from(head(due, `Content-Encoding: ${coding}`, `Content-Length: ${small.length}`)),
        small,
      ]),
    );
  };
}

/** The User with this in its id. */
function idOf(text: string): Answering {
  return whole([], (due) => due.text.replace('"usr_1"', () => JSON.stringify(`usr_${text}`)));
}
