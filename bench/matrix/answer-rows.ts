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
const whole = (headers: readonly string[], bodyOf = ({ text }: DueAnswer) => text) =>
  bytes((due) => {
    const body = bodyOf(due);
    return `${head(due, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close', ...headers)}${body}`;
  });

/** This body in place of one that is due to the token. */
const body = (made: string) => whole([], ({ status, text }) => (status < 300 ? made : text));

/** Begins, and then resets or closes the connection. */
const begun =
  (made: (due: DueAnswer) => string, end: 'resetAndDestroy' | 'destroy'): Answering =>
  (socket, _, due) =>
    void socket.write(made(due), () => void socket[end]());

const cutHead = () => 'HTTP/1.1 200 OK\r\nContent-Ty';
const cutBody = (due: DueAnswer) =>
  `${head(due, `Content-Length: ${due.text.length}`)}${due.text.slice(0, 9)}`;

const later = ({ number }: CallSeen) => number > 60;
const notUser = ({ endpoint }: CallSeen) => endpoint !== 'user';
const notJson = fails(...['user', 'encrypt', 'sync', 'backup'].map((one) => `${one}-body-json`));
const noUser = fails('user-body-object', 'user-envelope-key');
/** Ended for its memory, unless the machine reads it in time. */
const tooMuch: Due = { ...fails('user-envelope-key'), status: [1, 4] };
const deep = 100_000;
const brackets = body('['.repeat(deep) + ']'.repeat(deep));

const resets: readonly (readonly [name: string, answers: Answering])[] = [
  ['resets before the head', (socket) => void socket.resetAndDestroy()],
  ['resets in the middle of the head', begun(cutHead, 'resetAndDestroy')],
  ['resets in the middle of the body', begun(cutBody, 'resetAndDestroy')],
];

const cut: readonly AnswerRow[] = [
  ...resets.flatMap(([name, answers]): AnswerRow[] => [
    [name, answers, unreached],
    [`${name}, after 60 calls`, answers, open, later],
  ]),
  ['closes in the middle of the head', begun(cutHead, 'destroy'), unreached],
  ['closes in the middle of the body', begun(cutBody, 'destroy'), unreached],
  ['no answer, after 60 calls', 'no answer', open, later],
];

const large: readonly AnswerRow[] = [
  ['a head without an end', 'a head without an end', unproved],
  ['interim answers without an end', 'interim answers without an end', unproved],
  [
    '1,000 interim answers before each answer',
    (socket, answer) =>
      void socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(1000), answer),
    passesInTime,
  ],
  ['a body of 64 MB of spaces', 'a large body', { ...notJson, status: [1, 3, 4] }, notUser],
  ['9,000 headers of 1 kB, and an empty object', 'thousands of headers', tooMuch],
  ['10,000 small headers', whole(Array.from({ length: 10_000 }, (_, n) => `x-${n}: ${n}`)), passesInTime],
  ['a header of 2 MB', whole([`x-long: ${'v'.repeat(2e6)}`]), passesInTime],
  ['1,000 cookies', whole(Array.from({ length: 1000 }, (_, n) => `Set-Cookie: c${n}=${n}; Path=/`)), passes],
  ['a cookie of 500 kB', whole([`Set-Cookie: c=${'v'.repeat(500_000)}; Path=/`]), passesInTime],
  ['100,000 brackets', brackets, noUser],
  ['100,000 brackets, not of user', brackets, passesInTime, notUser],
  ['100,000 brackets that do not close', body('['.repeat(deep)), notJson],
  ['a number of a million digits', body(`{"n":${'9'.repeat(1e6)}}`), noUser],
  ['100,000 keys of one name', body(`{${Array(1e5).fill('"a":1').join()}}`), noUser],
];

/** What k6 says in other words each time. */
const malformed: readonly AnswerRow[] = [
  ['a length that is too small', headed('Content-Length: 7', 'Connection: close'), notJson],
  ['a negative length', headed('Content-Length: -7'), unreached],
  ['two lengths that differ', headed('Content-Length: 7', 'Content-Length: 8'), unreached],
  [
    'a chunk longer than its size',
    bytes((due) => `${head(due, 'Transfer-Encoding: chunked')}2\r\n${due.text}\r\n0\r\n\r\n`),
    unreached,
  ],
  ['an unknown transfer coding', headed('Transfer-Encoding: rot13'), unreached],
  ['a status that is no number', bytes(({ text }) => `HTTP/1.1 fine OK\r\n\r\n${text}`), unreached],
  ['status 999', bytes(({ text }) => `HTTP/1.1 999 Odd\r\nConnection: close\r\n\r\n${text}`), unproved],
  ['HTTP/9.9', bytes(({ status, text }) => `HTTP/9.9 ${status} Status\r\n\r\n${text}`), passesInTime],
  ['a body without a head', bytes(({ text }) => text), unreached],
  [
    '101 Switching Protocols',
    bytes(() => 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    unproved,
  ],
  [
    '100 Continue and nothing more',
    (socket) => void socket.write('HTTP/1.1 100 Continue\r\n\r\n'),
    unreached,
  ],
];

export const answerRows: readonly Row[] = [...cut, ...large, ...malformed].map(
  ([name, answers, due, when = () => true]) => ({
    name,
    due,
    async begin() {
      const { url, stop } = await endlessService(token, (call) => (when(call) ? answers : null));
      return { env: { BASE_URL: url }, end: stop };
    },
  }),
);
