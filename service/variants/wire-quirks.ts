import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { refusal, type ServiceAnswer } from '../service-answer.ts';
import type { ServiceCall } from './call.ts';
import {
  bodyLate,
  byteByByte,
  closing,
  closingUnannounced,
  earlyHints,
  http10,
  untilClose,
} from './delivery.ts';
import { triggers } from './triggers.ts';
import { compressed, type Effect, header, type Variant, variantsOf } from './variant.ts';

const unannounced = { deliver: closingUnannounced };
const noBackup = () => refusal(409, 'no-backup', 'Create a backup first.');
const warmingUp: Effect = { delayMs: ({ sequence }) => Math.max(0, 30 - sequence / 5) };
const wrong = ['absent', 'empty', 'scheme', 'made-up'] as const;

export const wireQuirks: readonly Variant[] = [
  ...variantsOf({ kind: 'quirk', calls: 'any' }, [
    ['close-each', 'The connection closes after every answer.', { deliver: closing }],
    ['close-unannounced', 'The connection closes after every answer, without notice.', unannounced],
    ['http-1.0', 'Answers are HTTP/1.0.', { deliver: http10 }],
    ['until-close', 'Bodies have no length and end with the connection.', { deliver: untilClose }],
    ['byte-by-byte', 'Bodies come in chunks of one byte.', { deliver: byteByByte }],
    ['in-two-parts', 'The body comes 2 ms after the headers.', { deliver: bodyLate(2) }],
    ['early-hints', 'A 103 precedes every answer.', { deliver: earlyHints }],
    ['gzip', 'Bodies are compressed by gzip.', compressed('gzip', gzipSync), ['always', 'compression']],
    ['deflate', 'Bodies are compressed by deflate.', compressed('deflate', deflateSync)],
    ['brotli', 'Bodies are compressed by brotli.', compressed('br', brotliCompressSync)],
    ['header-upper-case', 'Header names are in upper case.', upperCased],
    ['header-many', 'Every answer has 60 more headers.', manyHeaders],
    ['header-long', 'A header has 4 000 characters.', header('x-trace', 'x'.repeat(4000))],
    ['header-cookie', 'Every answer sets a cookie.', header('set-cookie', 'session=1; Path=/; HttpOnly')],
    ['cookie-refused', 'Every answer sets a cookie, and with it encrypt refuses in another way.', withCookie],
    ['header-retry-after', 'Successes have a Retry-After header.', header('retry-after', '0')],
    ['header-location', 'Successes have a Location header.', header('location', '/elsewhere')],
    ['header-deprecation', 'Every answer is marked as deprecated.', header('deprecation', '@1795228602')],
    ['accept-needed', 'A request that does not ask for JSON gets 406.', neededAccept],
    ['header-content-encoding', 'Content-Encoding is identity.', header('content-encoding', 'identity')],
  ]),
  ...variantsOf({ kind: 'quirk', calls: 'any', trigger: triggers['every-20th'] }, [
    ['close-unannounced-at-times', 'Every 20th answer closes its connection without notice.', unannounced],
  ]),
  ...variantsOf({ kind: 'quirk', calls: 'any', trigger: triggers['first-only'] }, [
    ['cold-start', 'The first call takes 300 ms.', { delayMs: () => 300 }],
  ]),
  ...variantsOf({ kind: 'quirk', on: ['encrypt', 'sync'], trigger: triggers['before-backup'] }, [
    ['refused-before-backup', 'encrypt and sync answer 409 until backup has been called.', noBackup],
  ]),
  ...variantsOf({ kind: 'quirk', on: ['user', 'encrypt', 'sync'], calls: 'valid' }, [
    ['warming-up', 'The first call takes 30 ms longer, and every further one 0.2 ms less.', warmingUp],
  ]),
  ...variantsOf({ kind: 'quirk', on: ['user', 'sync'], calls: wrong }, [
    ['token-everywhere', 'All four endpoints need the token.', { admits: false }],
  ]),
  ...variantsOf({ kind: 'quirk', on: ['user'], calls: wrong }, [
    ['token-for-user', 'user needs the token too.', { admits: false }],
  ]),
  ...variantsOf({ kind: 'quirk', on: ['backup'], calls: 'refused' }, [
    ['token-not-for-backup', 'backup needs no token.', { admits: true }],
  ]),
  ...variantsOf({ kind: 'quirk', on: ['encrypt'], calls: 'any' }, [
    ['encrypt-100-kib', 'encrypt answers 413 to a body of more than 100 KiB.', limited],
  ]),
  ...variantsOf({ kind: 'quirk', on: ['backup'], calls: 'any' }, [
    ['backup-empty-refused', 'backup answers 422 to a request without a body.', refusedIfEmpty],
  ]),
];

function limited(answer: ServiceAnswer, { body }: ServiceCall): ServiceAnswer {
  return body.length > 100 * 1024 ? { ...answer, status: 413, body: '{"error":"too large"}' } : answer;
}

function refusedIfEmpty(answer: ServiceAnswer, { body }: ServiceCall): ServiceAnswer {
  return body.length === 0 ? { ...answer, status: 422 } : answer;
}

/** A service that looks for a session first, and then for the token. */
function withCookie(answer: ServiceAnswer, { headers }: ServiceCall): ServiceAnswer {
  const status = answer.status !== 401 ? answer.status : headers.cookie === undefined ? 403 : 400;
  const cookie = { 'set-cookie': 'session=c2Vzc2lvbi1vbmUtb25l; Path=/' };
  return { ...answer, status, headers: { ...answer.headers, ...cookie } };
}

/** Behaves like Rails, which takes a list containing a star for a browser's. */
function neededAccept(answer: ServiceAnswer, { headers }: ServiceCall): ServiceAnswer {
  const isAsked = headers.accept?.split(';')[0] === 'application/json';
  return isAsked ? answer : refusal(406, 'not-acceptable', 'Accept application/json.');
}

function upperCased(answer: ServiceAnswer): ServiceAnswer {
  const headers = Object.entries(answer.headers).map(([name, value]) => [name.toUpperCase(), value]);
  return { ...answer, headers: Object.fromEntries(headers) };
}

function manyHeaders(answer: ServiceAnswer): ServiceAnswer {
  const more = Array.from({ length: 60 }, (_, index) => [`x-number-${index}`, String(index)]);
  return { ...answer, headers: { ...answer.headers, ...Object.fromEntries(more) } };
}
