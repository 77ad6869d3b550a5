import { randomInt } from 'node:crypto';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { refusal, type ServiceAnswer } from '../conformant-service.ts';
import { type SentCredential, type ServiceCall, wrongCredentials } from './call.ts';
import { after, type Change, compressed, header, type Instead } from './changes.ts';
import { bodyLate, byteByByte, closing, closingUnannounced, earlyHints, untilClose } from './delivery.ts';
import { triggers } from './triggers.ts';
import { type Variant, variantsOf } from './variant.ts';

const at20th = { ...closingUnannounced, trigger: triggers['every-20th'][1] };
/** The usual quality of Brotli takes many times as long. */
const brotli = (body: Buffer) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

/** Node refuses what follows on a connection that it was asked to close. */
const keptOpen = header('connection', 'keep-alive');
const noBackup: Partial<Variant> = {
  on: ['encrypt', 'sync'],
  trigger: triggers['before-backup'][1],
  answer: refusal(409, 'no-backup', 'Create a backup first.'),
};
const warmingUp: Partial<Variant> = {
  on: ['user', 'encrypt', 'sync'],
  delayMs: ({ sequence }) => Math.max(0, 30 - sequence / 5),
};
const manyHeaders = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`x-number-${at}`, `${at}`]));
const longPolicy = `default-src 'self' ${Array.from({ length: 150 }, (_, at) => `cdn-${at}.example`).join(' ')}`;
const ofInstance: Change = () =>
  header('content-security-policy', randomInt(2) === 0 ? "default-src 'none'" : longPolicy);
const limited: Change = (_, { body }) =>
  body.length > 100 * 1024 ? { status: 413, body: '{"error":"too large"}' } : {};
const neededBody: Change = (_, { body }) => (body.length === 0 ? { status: 422 } : {});

export const wireQuirks = [
  ...variantsOf({ kind: 'quirk', calls: 'any' }, [
    ['close-each', 'The connection closes after every answer.', closing],
    ['close-unannounced', 'The connection closes after every answer, without notice.', closingUnannounced],
    ['connection-kept', 'Every answer says that the connection stays open.', keptOpen],
    ['http-1.0', 'Answers are HTTP/1.0.', untilClose('1.0')],
    ['until-close', 'Bodies have no length and end with the connection.', untilClose('1.1')],
    ['byte-by-byte', 'Bodies come in chunks of one byte.', byteByByte],
    ['in-two-parts', 'The body comes 2 ms after the headers.', bodyLate(2)],
    ['early-hints', 'A 103 precedes every answer.', earlyHints],
    ['gzip', 'Bodies are compressed by gzip.', compressed('gzip', gzipSync), ['always', 'compression']],
    ['deflate', 'Bodies are compressed by deflate.', compressed('deflate', deflateSync)],
    ['brotli', 'Bodies are compressed by brotli.', compressed('br', brotli)],
    ['header-upper-case', 'Header names are in upper case.', upperCased],
    ['header-many', 'Every answer has 60 more headers.', { headers: manyHeaders }],
    ['header-long', 'A header has 4 000 characters.', header('x-trace', 'x'.repeat(4000))],
    ['header-of-instance', 'Half of the answers have a short policy, half a long one.', ofInstance],
    ['header-cookie', 'Every answer sets a cookie.', header('set-cookie', 'session=1; Path=/; HttpOnly')],
    ['cookie-refused', 'Every answer sets a cookie, and with it encrypt refuses in another way.', withCookie],
    ['header-retry-after', 'Successes have a Retry-After header.', header('retry-after', '0')],
    ['header-challenge', 'Successes have a WWW-Authenticate header.', header('www-authenticate', 'Bearer')],
    ['header-location', 'Successes have a Location header.', header('location', '/elsewhere')],
    ['header-deprecation', 'Every answer is marked as deprecated.', header('deprecation', '@1795228602')],
    ['accept-needed', 'A request that does not ask for JSON gets 406.', neededAccept],
    ['header-content-encoding', 'Content-Encoding is identity.', header('content-encoding', 'identity')],
    ['close-unannounced-at-times', 'Every 20th answer closes its connection without notice.', at20th],
    ['cold-start', 'The first call takes 300 ms.', { ...after(300), trigger: triggers['first-only'][1] }],
  ]),
  ...variantsOf({ kind: 'quirk' }, [
    ['refused-before-backup', 'encrypt and sync answer 409 until backup has been called.', noBackup],
    ['warming-up', 'The first call takes 30 ms longer, and every further one 0.2 ms less.', warmingUp],
  ]),
  ...variantsOf({ kind: 'quirk', on: ['user'], calls: wrongCredentials, admits: false }, [
    ['token-everywhere', 'All four endpoints need the token.', { on: ['user', 'sync'] }],
    ['token-for-user', 'user needs the token too.', {}],
    ['token-for-user-any', 'user needs a bearer token and takes any.', allBut('made-up')],
    ['token-for-user-any-scheme', 'user needs the token and takes it under any scheme.', allBut('scheme')],
  ]),
  ...variantsOf({ kind: 'quirk', calls: 'any' }, [
    ['token-not-for-backup', 'backup needs no token.', { admits: true, on: ['backup'], calls: 'refused' }],
    ['encrypt-100-kib', 'encrypt answers 413 to a body of more than 100 KiB.', limited],
    ['backup-empty-refused', 'backup answers 422 to a request without a body.', neededBody],
  ]),
];

function allBut(taken: SentCredential): Partial<Variant> {
  return { calls: wrongCredentials.filter((credential) => credential !== taken) };
}

/** A service that looks for a session first, and then for the token. */
function withCookie({ status }: ServiceAnswer, { headers }: ServiceCall): Instead {
  const refusing = headers.cookie === undefined ? 403 : 400;
  const cookie = header('set-cookie', 'session=c2Vzc2lvbi1vbmUtb25l; Path=/');
  return { ...cookie, status: status === 401 ? refusing : status };
}

/** Behaves like Rails, which takes a list containing a star for a browser's. */
function neededAccept(_: ServiceAnswer, { headers }: ServiceCall): Instead {
  const isAsked = headers.accept?.split(';')[0] === 'application/json';
  return isAsked ? {} : { answer: refusal(406, 'not-acceptable', 'Accept application/json.') };
}

function upperCased({ headers }: ServiceAnswer): Instead {
  const upper = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]);
  return { headers: Object.fromEntries(upper) };
}
